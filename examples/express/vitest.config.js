// Vitest takes the nearest file of this name, and in a clone of the kit that would be the kit's own.
export default {};
