// Bundles logo.js with the modules that it imports into page/logo.js, beside the page.
import { build } from 'esbuild';

await build({ entryPoints: ['logo.js'], bundle: true, format: 'esm', minify: true, outfile: 'page/logo.js' });
console.log('open page/index.html from a web server');
