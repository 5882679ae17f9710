<?php
// Performs one action of an author in WordPress, read as JSON from standard input. The result is JSON on standard output.

define( 'WP_USE_THEMES', false );
// A constant: WordPress has global variables of many names.
define( 'ASKED', json_decode( stream_get_contents( STDIN ), true ) );
if ( 'install' === ASKED['do'] ) {
	define( 'WP_INSTALLING', true );
}
$_SERVER['HTTP_HOST'] = preg_replace( '#^https?://#', '', $argv[2] );
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';

function id_or_fail( $id ) {
	if ( is_wp_error( $id ) || ! $id ) {
		fwrite( STDERR, is_wp_error( $id ) ? $id->get_error_message() : 'It was not stored' );
		exit( 1 );
	}
	return $id;
}

switch ( ASKED['do'] ) {
	case 'install':
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		wp_install( 'Newsroom', 'author', 'author@example.com', false, '', 'a password of the test' );
		$GLOBALS['wp_rewrite']->set_permalink_structure( '/%postname%/' );
		flush_rewrite_rules();
		update_option( 'timezone_string', 'UTC' );
		wp_delete_post( 1, true );
		$result = true;
		break;
	case 'activate':
		$error  = activate_plugin( 'website-content/website-content.php' );
		$result = ! is_wp_error( $error );
		break;
	case 'term':
		$result = id_or_fail( wp_insert_term( ASKED['name'], ASKED['taxonomy'], array( 'slug' => ASKED['slug'] ) ) )['term_id'];
		break;
	case 'picture':
		$file   = wp_upload_bits( ASKED['name'], null, base64_decode( ASKED['bytes'] ) );
		$id     = id_or_fail( wp_insert_attachment( array( 'post_mime_type' => 'image/png', 'post_title' => ASKED['alt'] ), $file['file'] ) );
		update_post_meta( $id, '_wp_attachment_image_alt', ASKED['alt'] );
		wp_update_attachment_metadata( $id, wp_generate_attachment_metadata( $id, $file['file'] ) );
		$result = array( 'id' => $id, 'url' => $file['url'] );
		break;
	case 'post':
		// With an administrator's rights: the text is stored unfiltered.
		kses_remove_filters();
		$result = id_or_fail( wp_insert_post( wp_slash( ASKED['post'] + array( 'post_status' => 'publish', 'post_author' => 1 ) ), true ) );
		foreach ( ASKED['terms'] ?? array() as $taxonomy => $slugs ) {
			wp_set_object_terms( $result, $slugs, $taxonomy );
		}
		if ( isset( ASKED['picture'] ) ) {
			set_post_thumbnail( $result, ASKED['picture'] );
		}
		break;
	case 'delete':
		$result = (bool) wp_delete_post( ASKED['id'], true );
		break;
}
echo json_encode( $result );
