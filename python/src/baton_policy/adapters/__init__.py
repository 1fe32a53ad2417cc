"""One module per framework, without importing the framework."""
