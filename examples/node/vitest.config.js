// Without this file, vitest in a clone of the kit would use the kit's own configuration.
export default {};
