// Stands for a module that is loaded and never used.
