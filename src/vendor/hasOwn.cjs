// Of node-polyglot: the same question, natively.
module.exports = Object.hasOwn;
