// node-polyglot asks for a polyfill of what every browser here has.
module.exports = Object.entries;
