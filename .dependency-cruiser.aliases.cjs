const path = require('node:path');

// The short names of svelte.config.js, in the only form that dependency-cruiser reads them.
module.exports = {
  resolve: { alias: { $src: path.join(__dirname, 'src'), $lib: path.join(__dirname, 'web/lib') } },
};
