/** A worker that ends before it has opened its model. */
process.exit(3);
