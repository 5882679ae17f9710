import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { editorPath } from '../app/paths.ts';

// Part of `npm run build`: bundles the editor (Sveltia CMS) with its typefaces and translations, so that it loads nothing from other
// hosts.

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'build/editor', editorPath);
const packages = join(root, 'node_modules');
const editorPackage = join(packages, '@sveltia/cms');
const browserSources = join(root, 'app/editor/browser');

/** URLs of typefaces that the editor loads from a public host: package, version, file. */
const fontUrl = /https:\/\/cdn\.jsdelivr\.net\/fontsource\/fonts\/([\w-]+?)(:vf)?@[\d.]+\/([\w-]+\.woff2)/gu;

/** Labels that name the language of the content, which is `_default` for content in one language, and labels that do not. */
const labelsWithLanguage = new Map([
  ['`show_content_options_x_locale`', '`show_edit_options`'],
  ['`content_options_x_locale`', '`edit_options`'],
  ['`edit_x_locale`', '`edit`'],
  ['`preview_x_locale`', '`preview`'],
]);

/** Corrections of the editor where its API offers no other way: what it does, the code that does it, and other code. */
const corrections: readonly (readonly [string, RegExp, string])[] = [
  [
    // The configuration has the choices of fields, and so changes with each new person or topic; the site checks what is restored.
    'deletes unsaved work of another configuration',
    /(\w+)\.cmsConfigVersion===\w+\.current\?\1:/u,
    'true?$1:',
  ],
  [
    'takes an escaped | in a cell for the end of the cell',
    /\.split\(`\|`\)\.map\((\w+)=>([\w$]+)\(\1\)\):null/u,
    '.split(/(?<!\\\\)\\|/).map($1=>$2($1.replaceAll(`\\\\|`,`|`))):null',
  ],
  [
    'indents nested items',
    /\w+\.match\(\/\^\\s\{2\}\(\?:-[^/]+\/m\)\?\w+\((\w+),\w+=>\w+\.replace\(.{0,80}?\)\):\1/u,
    'globalThis.indentLists($1)',
  ],
  [
    'writes a | in a cell without escaping it',
    /(\.replace\(\/\\n\/g,`\\\\n`\)\.trim\(\))\),(\w+)\.__headerState/u,
    '$1.replaceAll(`|`,`\\\\|`)),$2.__headerState',
  ],
  [
    'replaces what is behind a typed | by a table',
    /(\[\w+,(\w+)\]\],\w+=\w+\(\w+\),.{0,200}?&&\w+\(\w+\(\w+,)(\w+)(?=\)\),)/u,
    '$1$3.filter(e=>e!==$2)',
  ],
  [
    'colours the text of code, with a library that its package does not contain,',
    /loadEngine:async\(\)=>[\w$]+\(\(\)=>import\([\w$]+\(\)\),void 0\)/u,
    'loadEngine:async()=>{throw new Error}',
  ],
  [
    'writes a text',
    /(detail:\{value:\w+\()(\w+\(\w+\))(?=\.replace\(\/\\\\\(\[_\\\\\]\)\/g)/u,
    '$1globalThis.correctMarkdown($2)',
  ],
  [
    'begins bold or italic characters',
    /,(\w+)=(\w+\.tag);(?=\w+!==`code`&&\(\w+\|\|!\w+\((\w+),.{0,60}?&&(\w+)\.find\()/u,
    ',$1=globalThis.markOf($2,$3,$4);',
  ],
  [
    // Former slugs redirect to one article only.
    'copies an entry',
    /(delete (\w+)\[\w+\],([\w$]+)\(\2,\w+\)),(?=(\w+)&&delete \2\[\4\])/u,
    '$1,$3($2,`former_slugs`),$2.body&&=globalThis.joinLines($2.body),',
  ],
  // All windows of a browser share its cache of files. Each remembers what it has loaded itself, and so notices what another has loaded or
  // saved since: it would save an entry over that without a question.
  [
    'finds changed files by its cache',
    /\.filter\(\(\{path:(\w+),sha:(\w+)\}\)=>\w+\[\1\]\?\.sha!==\2\)/u,
    '.filter(({path:$1,sha:$2})=>(globalThis.loadedFiles??=new Map).get($1)!==$2)',
  ],
  [
    'shows the files that it has loaded',
    /changedPaths:\w+\}\),(?=.{0,200}?allFiles:(\w+)\.allFiles)/u,
    '$&$1.allFiles.forEach(({path:e,sha:t})=>globalThis.loadedFiles.set(e,t)),',
  ],
  [
    'stores the files that it has saved',
    /await (\w+)\.set\((\w+),(\w+)\)(?=\}\)\)\})/u,
    '$&,globalThis.loadedFiles?.set($2,$3.sha)',
  ],
  [
    // Gitea replaces a file only with the hash of its contents.
    'replaces a picture',
    /(\{action:(\w+)\?`update`:`create`,.{0,100}?file:\w+)(\}.{0,600}?changes:\w+\.map\(\(\{action:\w+,path:\w+,file:\w+)(\}\)=>\(\{action:\w+,path:\w+,data:\w+)(?=\}\))/u,
    '$1,previousSha:$2?.sha$3,previousSha$4,previousSha',
  ],
  // GitLab overwrites a file unless the request names a commit (`last_commit_id`): it then refuses if the file has changed since. The editor
  // names the last commit that it has loaded, which one of its own on top of a colleague's is not.
  [
    'commits to GitLab',
    /(commit_message:\w+\(\w+,(\w+)\),actions:)(\w+)(\},.{0,60}?,committed_date:\w+)(\}=.{0,250}?return\{sha:\w+)/u,
    '$1$3.map(e=>({...e,last_commit_id:$2.head}))$4,parent_ids:parents$5,parents',
  ],
  [
    'commits to a git host',
    /(await \w+\(\w+,)(\w+)(\),author:\w+\(\)\};.{0,900}?&&)\((\w+)(\.current=(\w+)\.sha\))/u,
    '$1{...$2,head:$4.current}$3(!$6.parents||$6.parents.includes($4.current))&&($4$5',
  ],
  [
    'renews a token',
    /(?<=refreshAccessToken:(\w+)\?)\(\)=>(\w+\(\{clientId:\w+,tokenURL:\w+,refreshToken:)\1\}\)(?=:void 0)/u,
    'globalThis.sharedRenewal(refreshToken=>$2refreshToken}))',
  ],
  [
    'saves an entry',
    /(j\((\w+),!0\);)(try\{let \w+=await \w+\(\{draft:\w+,skipCI:.*?finally\{)(?=j\(\2,!1\))/u,
    '$1let release=globalThis.holdFields();$3release(),',
  ],
  [
    'opens an entry',
    /(originalEntry:(\w+\?void 0:\w+),.{0,900}?pendingEntries:\[\])\}/u,
    '$1,begun:globalThis.stateOf($2)}',
  ],
  [
    'finds changes of others',
    /(let (\w+)=\w+\.current\.find\(\(\{id:(\w+)\}\)=>\3===\w+\.id\);if\(!\2\)return\{type:`deleted`\};if\(!.{0,60}?)(?=\)return\{type:`modified`)/u,
    '$1&&!globalThis.isOwnCommit($2)',
  ],
  // An entry that somebody else has deleted is saved again if its author wants that; a git host refuses to update a file that it does not have.
  [
    'asks about changes of others',
    /let (\w+)=await \w+\((\w+)\);if\(\1&&!\w+\)throw Error\(`save_conflict`,\{cause:\1\}\)/u,
    '$&;$2.isDeleted=$1?.type===`deleted`',
  ],
  [
    'writes the file of an entry',
    /(isNew:(\w+),.{0,60}?\}=(\w+),.{0,300}?,(\w+)=!\2&&[^;]*;)(?=return\{action:\2\?`create`:\4\?`move`:`update`)/u,
    '$1$3.isDeleted&&($2=!0,$4=!1);',
  ],
  // On a slow machine, the event of an earlier navigation arrives when the author has gone on to an entry and types in it.
  [
    'shows what the URL names',
    /(\w+=\(\)=>\{)(\(\w+=>\{.{0,200}?awaitingDrafts.{0,80}?\}\)\(\w+\(\{entryDraft:(\w+)\}\)\)\};.{0,20}?(\w+)\.current=!1\}\))/u,
    '$1if($4.current&&$3.current&&$3.url===location.href)return;$3.url=location.href;$2',
  ],
  [
    // Without fields after the way from one file of a collection to another, as from a message about it.
    'shows the fields of another file',
    /(R\((\w+)\)&&\(\w+\.current=null,\w+\.current=null\)\}\),\w+\(\(\)=>\[)/u,
    '$1R($2),',
  ],
  [
    'opens a changed entry again',
    /if\((\w+\.current!==\w+\|\|\w+\.interacted\|\|\w+\(\w+\))\)return;(?:.{0,200}?)await \w+\(\w+,\w+\(\w+\)\)(?=\|\|)/u,
    '$&||$1',
  ],
  // The place at which it would put the cursor takes the focus from the field in which the author types.
  [
    'shows a text',
    /(\w+)\.update\(\(\)=>\{try\{\w+\(\w+,\w+\)(?=,\w+\(void 0\)\}catch\(\w+\)\{\w+\(Error\(`Failed to convert Markdown`)/u,
    '$&,document.activeElement===$1._rootElement||($1._pendingEditorState._selection=null)',
  ],
  [
    // Lists within an entry are proxies, which `structuredClone` refuses: nothing would happen, without a message.
    'duplicates an entry of a list',
    /(==`number`\)return )structuredClone\((\w+\[\w+\])\)/u,
    '$1JSON.parse(JSON.stringify($2))',
  ],
  [
    // A window has the limits of the frame that opens it, in which Chrome blocks PDFs.
    'limits the page beside the fields',
    /(?<=sandbox="allow-same-origin allow-scripts allow-popups)(?= allow-forms"><\/iframe>)/u,
    ' allow-popups-to-escape-sandbox',
  ],
  [
    // Without a message.
    'leaves out a picture of a text',
    /(\{file:(\w+),src:\w+,alt:\w+=``\}of \w+\)\{let (\w+)=\w+;.{0,150}?if\(!\3\))continue;/u,
    '$1{$2&&globalThis.refusePicture($2);continue}',
  ],
  [
    'keeps unsaved work',
    /pendingEntries:(\w+)=\[\]\}=(\w+),(\w+=\w+\(\2\);if\(.{0,500}?pendingEntries:(\w+)\(\1\))\}/u,
    'pendingEntries:$1=[],begun}=$2,$3,begun:$4(begun)}',
  ],
  [
    'stores unsaved work half a second after its last change',
    /globalThis\.clearTimeout\((\w+)\),(\w+)&&(\w+)&&\(\1=globalThis\.setTimeout\(\(\)=>\{(\w+)\(\2\)\},500\)\)/u,
    'globalThis.storeSoon($2&&$3&&(()=>$4($2)))',
  ],
  [
    'opens the store of unsaved work',
    /(\w+=new \w+\(\w+,`draft-backups`,\{keyPath:\[`collectionName`,`slug`\]\}\))/u,
    'globalThis.unsavedWork=$1',
  ],
  [
    'shows a repository without content',
    /(!\w+\.count\)\{)(?=\w+\(\{entries:\[\],assets:\[\],configFiles:\[\]\}\))/u,
    '$1globalThis.refuseEmptyRepository();',
  ],
  [
    'parses the files that it has loaded',
    /await \w+\(\{fileList:(\w+),fetchedFileMap:\w+\}\);/u,
    '$&await globalThis.findMissing($1.allFiles);',
  ],
  [
    'finds the entry of a URL',
    /\?\?\w+\((\w+)\)\.find\(\w+=>\w+\.subPath===(\w+)\)(?=;return \w+\?)/u,
    '$&??globalThis.missingEntry($1,$2)',
  ],
  [
    'deletes unsaved work',
    /async\((\w+),(\w+)=``\)=>\{await \w+\?\.delete\(\[\1,\2\]\)(?=\})/u,
    '$&,await globalThis.offerMissing()',
  ],
  [
    // Of an entry whose slug has changed, it deletes that of its new slug.
    'deletes saved work',
    /(\w+)(\((\w+),\w+\?``:\w+\),)(?=(\w+)&&\w+\(\4\.id\),\w+\.savedEntries)/u,
    '$1$2$4&&$1($3,$4.slug),',
  ],
  [
    // Its button takes Enter for a menu without items, which takes the focus from the new entry.
    'begins a new entry',
    /(onclick:\(\)=>\w+\(\),startIcon:\w+),popup:\w+(?=,\$\$slots:\{startIcon:!0,popup:!0\})/u,
    '$1',
  ],
  // A browser undoes what has not been committed when a window closes.
  [
    'commits what it stores',
    /(?<==\w+\((\w+)\.objectStore\(\w+\)\);return new Promise.{0,120}?===`readwrite`\)\{)/u,
    '$1.commit();',
  ],
  [
    'restores unsaved work',
    /\{backup:(\w+),draft:(\w+)\}\)=>\{let\{[^}]*\}=\1,\w+=new Map;/u,
    '$&globalThis.continueFrom($1,$2);',
  ],
  [
    // Pictures have none: the site generates their sizes and formats.
    'shows the public URL of a file',
    /(return \w+\?(\w+):)(`\$\{\w+\})(\$\{\2\}`)(?=\})/u,
    '$1$2.endsWith(`.pdf`)?$3/media$4:void 0',
  ],
  ['deletes unsaved work when Escape is pressed', /`restore_backup_title`.{0,80}?\w+\(\w+,\{/u, '$&escapeDismiss:!1,'],
];

/** Host of its translations and of its update check. */
const publicHost = 'https://unpkg.com/';

await rm(target, { recursive: true, force: true });
const source = await readFile(join(editorPackage, 'dist/sveltia-cms.js'), 'utf8');
const { version } = JSON.parse(await readFile(join(editorPackage, 'package.json'), 'utf8'));

const fonts = new Map<string, string>();
const withFonts = source.replace(fontUrl, (_, font: string, variable: string | undefined, file: string) => {
  const name = `${font}-${file}`;
  fonts.set(name, join(packages, variable ? '@fontsource-variable' : '@fontsource', font, 'files', name));
  return `${editorPath}/fonts/${name}`;
});
const withLabels = [...labelsWithLanguage].reduce((text, [from, to]) => text.replaceAll(from, to), withFonts);
const corrected = corrections.reduce((text, [purpose, found, other]) => {
  if (!found.test(text)) throw new Error(`The editor ${purpose} in another way than it did; look for it in its bundle`);
  return text.replace(found, other);
}, withLabels);
const script = corrected.replaceAll(publicHost, `${editorPath}/npm/`).replace(/\n\/\/# sourceMappingURL=.*\s*$/u, '\n');
/** Version of the library whose types its API passes entries in. */
const immutableVersion = /\bimmutable:`\^([\d.]+)`/u.exec(source)?.[1];
const expected = [publicHost, ...labelsWithLanguage.keys()];
if (fonts.size === 0 || !immutableVersion || expected.some((text) => !source.includes(text)))
  throw new Error(
    'The editor names its typefaces, translations, labels or libraries otherwise than it did; look for them in its bundle',
  );

const copies = new Map([
  ['chunks/react-dom.js', join(editorPackage, 'dist/chunks/react-dom.js')],
  [`npm/@sveltia/cms@${version}/locales`, join(editorPackage, 'locales')],
  [`npm/immutable@${immutableVersion}/dist/immutable.es.js`, join(packages, 'immutable/dist/immutable.es.js')],
  ...[...fonts].map(([name, from]) => [`fonts/${name}`, from] as const),
  ['editor.css', join(browserSources, 'editor.css')],
]);
for (const [name, from] of copies) await cp(from, join(target, name), { recursive: true });
const write = async (name: string, text: string) => {
  await mkdir(dirname(join(target, name)), { recursive: true });
  await writeFile(join(target, name), text);
};
for (const file of (await readdir(browserSources)).filter((name) => /(?<!\.d)\.ts$/u.test(name))) {
  const code = stripTypeScriptTypes(await readFile(join(browserSources, file), 'utf8'));
  const withUrls = code.replaceAll(/^(import .*'\.\/[\w-]+)\.ts';$/gmu, "$1.js';");
  const missing = /'([^']+\.ts)';$/mu.exec(withUrls)?.[1];
  if (missing) throw new Error(`${file} imports ${missing}, but the editor serves only the files of ${browserSources}`);
  await write(file.replace(/\.ts$/u, '.js'), withUrls);
}
await write('sveltia-cms.js', script);
await write('npm/@sveltia/cms/package.json', JSON.stringify({ version }));
