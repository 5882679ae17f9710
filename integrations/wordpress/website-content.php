<?php
/**
 * Plugin Name: Website Content
 * Description: Serves published posts and positions to the company website from read-only REST endpoints.
 * Version: 1.1.0
 * Requires at least: 6.1
 * Requires PHP: 7.4
 *
 * Posts in the categories "success-stories" and "insights" are articles, with taxonomies for topics and industries. Positions are a post
 * type with its own categories. Every endpoint responds to GET, writes nothing, and returns only published posts without a password.
 */

namespace WebsiteContent;

defined( 'ABSPATH' ) || exit;

/** Categories of posts that are articles, by their slugs. */
const CATEGORIES = array( 'success-stories', 'insights' );

/** Maximum number of cards on a page of a list, and of related posts. */
const PAGE_SIZE = 9;

/** Maximum of `per_page`. */
const MAX_PAGE_SIZE = 100;

/** Reading speed, for the read time. */
const WORDS_PER_MINUTE = 220;

/** Maximum number of terms of one kind in a filter. */
const MAX_TERMS = 50;

/** Fields of a position in addition to title, excerpt and text. */
const POSITION_FIELDS = array( 'job_id', 'experience', 'location' );

add_action( 'init', __NAMESPACE__ . '\register_content' );
add_action( 'rest_api_init', __NAMESPACE__ . '\register_endpoints' );

/** Registers taxonomies and positions for the editor. They have no pages in WordPress itself. */
function register_content() {
	$taxonomies = array(
		'topic'             => array( 'post', 'Topics', 'Topic' ),
		'industry'          => array( 'post', 'Industries', 'Industry' ),
		'position-category' => array( 'position', 'Position categories', 'Position category' ),
	);
	foreach ( $taxonomies as $name => list( $type, $labels, $label ) ) {
		register_taxonomy(
			$name,
			$type,
			array(
				'labels'            => array( 'name' => $labels, 'singular_name' => $label ),
				'public'            => false,
				'show_ui'           => true,
				'show_in_rest'      => true,
				'show_admin_column' => true,
				'hierarchical'      => true,
			)
		);
	}
	register_post_type(
		'position',
		array(
			'labels'       => array( 'name' => 'Positions', 'singular_name' => 'Position' ),
			'public'       => false,
			'show_ui'      => true,
			'show_in_rest' => true,
			'menu_icon'    => 'dashicons-businessperson',
			'supports'     => array( 'title', 'editor', 'excerpt', 'custom-fields' ),
			'taxonomies'   => array( 'position-category' ),
		)
	);
	foreach ( POSITION_FIELDS as $field ) {
		register_post_meta(
			'position',
			$field,
			array(
				'type'              => 'string',
				'single'            => true,
				'show_in_rest'      => true,
				'sanitize_callback' => 'sanitize_text_field',
			)
		);
	}
}

/** Registers the endpoints at the paths that the website requests. */
function register_endpoints() {
	$endpoints = array(
		array( 'post/v1', '/posts', 'post_list' ),
		array( 'post/v1', '/filter-posts', 'filtered_posts' ),
		array( 'post/v1', '/cat-list', 'term_list' ),
		array( 'blogs/v1', '/post', 'single_post' ),
		array( 'blogs/related-post', '/post', 'related_posts' ),
		array( 'position/v1', '/cat', 'position_categories' ),
		array( 'position/v1', '/job_posts', 'position_list' ),
	);
	foreach ( $endpoints as list( $namespace, $path, $callback ) ) {
		register_rest_route(
			$namespace,
			$path,
			array(
				'methods'             => 'GET',
				'callback'            => __NAMESPACE__ . '\\' . $callback,
				// Their content is public on the website.
				'permission_callback' => '__return_true',
			)
		);
	}
}

/** GET /post/v1/posts?cat=&page=: cards of a category, newest first; the first also has the total. */
function post_list( $request ) {
	$page = whole_number( 'page', 1, 1000000 );
	if ( is_wp_error( $page ) ) {
		return $page;
	}
	$found = find_posts( array( 'category' => parameter( 'cat' ), 'page' => $page ) );
	$cards = array_map( __NAMESPACE__ . '\card', $found->posts );
	if ( $cards ) {
		$cards[0]['total'] = (int) $found->found_posts;
	}
	return respond( $request, $cards, (int) $found->found_posts );
}

/** GET /post/v1/filter-posts: terms of one kind widen, kinds and search narrow. */
function filtered_posts( $request ) {
	$page     = whole_number( 'page', 1, 1000000 );
	$per_page = whole_number( 'per_page', PAGE_SIZE, MAX_PAGE_SIZE );
	foreach ( array( $page, $per_page ) as $value ) {
		if ( is_wp_error( $value ) ) {
			return $value;
		}
	}
	$terms = array();
	foreach ( array( 'topic', 'industry' ) as $kind ) {
		$terms[ $kind ] = parameters( $kind );
		if ( count( $terms[ $kind ] ) > MAX_TERMS ) {
			return wrong_parameter( $kind, 'at most ' . MAX_TERMS . ' values' );
		}
	}
	$found = find_posts(
		array(
			'category' => parameter( 'category' ),
			'search'   => parameter( 'search' ),
			'terms'    => $terms,
			'page'     => $page,
			'per_page' => $per_page,
		)
	);
	$total = (int) $found->found_posts;
	return respond(
		$request,
		array( 'posts' => array_map( __NAMESPACE__ . '\card', $found->posts ), 'total' => $total ),
		$total
	);
}

/** GET /post/v1/cat-list?cat=topic|industry: topics are an object, industries an array. */
function term_list( $request ) {
	$kind = parameter( 'cat' );
	if ( ! in_array( $kind, array( 'topic', 'industry' ), true ) ) {
		return wrong_parameter( 'cat', '"topic" or "industry"' );
	}
	$terms = terms_of( get_terms( array( 'taxonomy' => $kind, 'hide_empty' => false ) ) );
	return respond( $request, 'topic' === $kind ? (object) $terms : $terms, count( $terms ) );
}

/** GET /blogs/v1/post?slug=: a whole article. */
function single_post( $request ) {
	$post = find_post( parameter( 'slug' ) );
	return $post ? respond( $request, article( $post ) ) : not_found();
}

/** GET /blogs/related-post/post?slug=: posts of the same category, those with a topic or an industry in common first. */
function related_posts( $request ) {
	$post = find_post( parameter( 'slug' ) );
	if ( ! $post ) {
		return not_found();
	}
	$terms = array(
		'topic'    => wp_list_pluck( terms_at( $post, 'topic' ), 'slug' ),
		'industry' => wp_list_pluck( terms_at( $post, 'industry' ), 'slug' ),
	);
	$query = array( 'category' => category_of( $post )->slug, 'exclude' => array( $post->ID ) );
	$found = array_filter( $terms ) ? find_posts( $query + array( 'any_term' => $terms ) )->posts : array();
	if ( count( $found ) < PAGE_SIZE ) {
		$query['exclude'] = array_merge( $query['exclude'], wp_list_pluck( $found, 'ID' ) );
		$found            = array_slice( array_merge( $found, find_posts( $query )->posts ), 0, PAGE_SIZE );
	}
	return respond( $request, array_map( __NAMESPACE__ . '\card', $found ), count( $found ) );
}

/** GET /position/v1/cat: categories that have a position. */
function position_categories( $request ) {
	$terms = get_terms( array( 'taxonomy' => 'position-category', 'hide_empty' => false ) );
	$list  = array();
	foreach ( is_array( $terms ) ? $terms : array() as $term ) {
		$count = find_positions( $term->slug )->found_posts;
		if ( $count ) {
			$list[] = array( 'name' => plain( $term->name ), 'slug' => $term->slug, 'count' => (int) $count );
		}
	}
	return respond( $request, $list, count( $list ) );
}

/** GET /position/v1/job_posts?cat=: positions, newest first; an empty category means all of them. */
function position_list( $request ) {
	$positions = array_map( __NAMESPACE__ . '\position', find_positions( parameter( 'cat' ) )->posts );
	return respond( $request, $positions, count( $positions ) );
}

/** Finds published posts of the articles' categories. */
function find_posts( array $query ) {
	$category = $query['category'] ?? '';
	$wanted   = '' === $category ? CATEGORIES : array_intersect( CATEGORIES, array( $category ) );
	$by_term  = array();
	foreach ( array( 'terms' => 'AND', 'any_term' => 'OR' ) as $key => $relation ) {
		foreach ( $query[ $key ] ?? array() as $kind => $slugs ) {
			if ( $slugs ) {
				$by_term[ $key ]['relation'] = $relation;
				$by_term[ $key ][]           = array( 'taxonomy' => $kind, 'field' => 'slug', 'terms' => $slugs );
			}
		}
	}
	return new \WP_Query(
		array(
			'post_type'           => 'post',
			'post_status'         => 'publish',
			'has_password'        => false,
			'ignore_sticky_posts' => true,
			'posts_per_page'      => $query['per_page'] ?? PAGE_SIZE,
			'paged'               => $query['page'] ?? 1,
			's'                   => $query['search'] ?? '',
			'post__not_in'        => $query['exclude'] ?? array(),
			// Posts of the same second need a fixed order across pages.
			'orderby'             => array( 'date' => 'DESC', 'ID' => 'DESC' ),
			'tax_query'           => array_merge(
				array(
					'relation' => 'AND',
					array(
						'taxonomy'         => 'category',
						'field'            => 'slug',
						// An unknown category has no posts.
						'terms'            => $wanted ? array_values( $wanted ) : array( '' ),
						'include_children' => false,
					),
				),
				array_values( $by_term )
			),
		)
	);
}

/** Finds the published article of a slug, or null. */
function find_post( $slug ) {
	$posts = '' === $slug ? array() : get_posts(
		array(
			'name'             => $slug,
			'post_type'        => 'post',
			'post_status'      => 'publish',
			'has_password'     => false,
			'numberposts'      => 1,
			'suppress_filters' => false,
		)
	);
	return $posts && category_of( $posts[0] ) ? $posts[0] : null;
}

/** Finds the published positions of a category; all if it is empty. */
function find_positions( $category ) {
	return new \WP_Query(
		array(
			'post_type'      => 'position',
			'post_status'    => 'publish',
			'has_password'   => false,
			'posts_per_page' => 1000,
			'orderby'        => array( 'date' => 'DESC', 'ID' => 'DESC' ),
			'tax_query'      => '' === $category ? array() : array(
				array( 'taxonomy' => 'position-category', 'field' => 'slug', 'terms' => $category ),
			),
		)
	);
}

/** Formats a post for lists. */
function card( $post ) {
	return array(
		'ID'                => $post->ID,
		'slug'              => $post->post_name,
		'thumbnail'         => picture( $post, 'large' ),
		'post_title'        => plain( get_the_title( $post ) ),
		'short_description' => plain( $post->post_excerpt ? $post->post_excerpt : wp_trim_words( words_of( content_of( $post ) ), 40 ) ),
		'read_time'         => read_time( $post ),
		'author_name'       => plain( get_the_author_meta( 'display_name', $post->post_author ) ),
		'author_avatar'     => avatar( $post->post_author ),
		'post_date'         => get_post_time( 'Y-m-d', false, $post ),
		'post_modified'     => get_post_modified_time( 'c', true, $post ),
	);
}

/** Formats a whole post. */
function article( $post ) {
	$category = category_of( $post );
	return card( $post ) + array(
		'post_content'  => content_of( $post ),
		'category_name' => plain( $category->name ),
		'category_slug' => $category->slug,
		'banner_image'  => picture( $post, 'full' ),
		'banner_alt'    => plain( get_post_meta( get_post_thumbnail_id( $post ), '_wp_attachment_image_alt', true ) ),
		'topics'        => terms_at( $post, 'topic' ),
		'industries'    => terms_at( $post, 'industry' ),
	);
}

/** Formats a position. Without a job ID, its post number is used. */
function position( $post ) {
	$field = function ( $name ) use ( $post ) {
		return plain( get_post_meta( $post->ID, $name, true ) );
	};
	return array(
		'job_id'            => '' !== $field( 'job_id' ) ? $field( 'job_id' ) : (string) $post->ID,
		'post_title'        => plain( get_the_title( $post ) ),
		'experience'        => $field( 'experience' ),
		'location'          => $field( 'location' ),
		'short_description' => plain( $post->post_excerpt ),
		'post_content'      => content_of( $post ),
	);
}

/** Renders the text like a page of WordPress, with blocks, shortcodes and embeds as HTML. Renders each post once per request. */
function content_of( $post ) {
	static $rendered = array();
	if ( ! isset( $rendered[ $post->ID ] ) ) {
		$before          = $GLOBALS['post'] ?? null;
		$GLOBALS['post'] = $post;
		setup_postdata( $post );
		$filters = array(
			// Without responsive sizes: the website generates its own from the original.
			'wp_calculate_image_srcset' => '__return_false',
			'shortcode_atts_gallery'    => __NAMESPACE__ . '\large_gallery',
			'embed_maybe_make_link'     => 'make_clickable',
		);
		foreach ( $filters as $name => $filter ) {
			add_filter( $name, $filter );
		}
		$rendered[ $post->ID ] = with_article_links( apply_filters( 'the_content', $post->post_content ) );
		foreach ( $filters as $name => $filter ) {
			remove_filter( $name, $filter );
		}
		$GLOBALS['post'] = $before;
	}
	return $rendered[ $post->ID ];
}

/** A classic gallery has thumbnails of 150 pixels, which the website would enlarge, with links to pages of WordPress. */
function large_gallery( $attributes ) {
	return array( 'size' => 'large', 'link' => 'none' ) + $attributes;
}

/** Leads links to other articles to their paths on the website, whatever the permalinks of this WordPress are. */
function with_article_links( $html ) {
	$here = preg_quote( preg_replace( '#^https?:#', '', home_url( '/' ) ), '#' );
	return preg_replace_callback(
		'#(<a\s[^>]*?\bhref=")(https?:' . $here . '[^"\#]*)#i',
		function ( $match ) {
			$id   = url_to_postid( html_entity_decode( $match[2] ) );
			$post = $id ? find_post( get_post( $id )->post_name ) : null;
			return $post && $post->ID === $id ? $match[1] . '/single/' . $post->post_name . '/' : $match[0];
		},
		$html
	);
}

/** Separates blocks, which may adjoin without a space, for text without tags. */
function words_of( $html ) {
	return preg_replace( '#<(?:/?(?:p|h[1-6]|li|div|figure|figcaption|blockquote|pre|td|th)\b|br)#i', ' $0', $html );
}

/** Returns the article's category, the first if it has both; null for other posts. */
function category_of( $post ) {
	$terms = array_column( get_the_terms( $post, 'category' ) ?: array(), null, 'slug' );
	foreach ( CATEGORIES as $slug ) {
		if ( isset( $terms[ $slug ] ) ) {
			return $terms[ $slug ];
		}
	}
	return null;
}

function terms_at( $post, $taxonomy ) {
	return terms_of( get_the_terms( $post, $taxonomy ) );
}

/** Formats terms by their names and slugs. */
function terms_of( $terms ) {
	return array_map(
		function ( $term ) {
			return array( 'name' => plain( $term->name ), 'slug' => $term->slug );
		},
		is_array( $terms ) ? array_values( $terms ) : array()
	);
}

function picture( $post, $size ) {
	return (string) get_the_post_thumbnail_url( $post, $size );
}

/** Returns the author's picture if this WordPress hosts it; the website fetches no others. */
function avatar( $author ) {
	$url = (string) get_avatar_url( $author, array( 'size' => 192 ) );
	return wp_parse_url( $url, PHP_URL_HOST ) === wp_parse_url( home_url(), PHP_URL_HOST ) ? $url : '';
}

function read_time( $post ) {
	$words   = preg_match_all( '/[\p{L}\p{N}]+/u', wp_strip_all_tags( $post->post_content ) );
	$minutes = max( 1, (int) round( $words / WORDS_PER_MINUTE ) );
	return "$minutes minute read";
}

/** Returns text without markup, and with WordPress's typographic quotes as characters instead of entities. */
function plain( $text ) {
	return trim( html_entity_decode( wp_strip_all_tags( words_of( (string) $text ) ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ) );
}

/** Returns all values of a repeated parameter, such as "topic=a&topic=b": PHP itself returns only the last one. */
function parameters( $name ) {
	$values = array();
	foreach ( explode( '&', wp_unslash( $_SERVER['QUERY_STRING'] ?? '' ) ) as $pair ) {
		list( $key, $value ) = array_pad( explode( '=', $pair, 2 ), 2, '' );
		if ( in_array( urldecode( $key ), array( $name, $name . '[]' ), true ) ) {
			$values[] = wp_check_invalid_utf8( urldecode( $value ) );
		}
	}
	return array_values( array_filter( $values, 'strlen' ) );
}

/** Returns the last value of a parameter; empty if it is absent. */
function parameter( $name ) {
	$values = parameters( $name );
	return $values ? end( $values ) : '';
}

/** Parses a whole number from 1, or returns an error. */
function whole_number( $name, $fallback, $max ) {
	$value = parameter( $name );
	if ( '' === $value ) {
		return $fallback;
	}
	$number = preg_match( '/^\d{1,7}$/', $value ) ? (int) $value : 0;
	return $number >= 1 && $number <= $max ? $number : wrong_parameter( $name, "a whole number from 1 to $max" );
}

function wrong_parameter( $name, $takes ) {
	$message = sprintf( 'Parameter "%s" is %s; it takes %s.', $name, wp_json_encode( mb_substr( parameter( $name ), 0, 60 ) ), $takes );
	return new \WP_Error( 'invalid_parameter', $message, array( 'status' => 400 ) );
}

function not_found() {
	return new \WP_Error( 'not_found', 'There is no article of that slug.', array( 'status' => 404 ) );
}

/** Responds with the total and an entity tag, or with 304 if the client has this version (RFC 9110, 13.1.2). */
function respond( $request, $body, $total = null ) {
	$tag      = 'W/"' . md5( wp_json_encode( $body ) ) . '"';
	$known    = array_map( 'trim', explode( ',', (string) $request->get_header( 'if_none_match' ) ) );
	$response = in_array( $tag, $known, true ) ? new \WP_REST_Response( null, 304 ) : new \WP_REST_Response( $body );
	$response->header( 'ETag', $tag );
	$response->header( 'Cache-Control', 'no-cache' );
	if ( null !== $total ) {
		$response->header( 'X-Total-Count', (string) $total );
		$response->header( 'X-WP-Total', (string) $total );
	}
	return $response;
}
