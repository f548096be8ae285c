// Stands for a module that Prism loads and never uses. CommonJS, as what it stands for: whoever transforms what is
// required, as test runners do, takes it for that.
module.exports = {};
