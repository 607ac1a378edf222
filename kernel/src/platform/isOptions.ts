/** Whether a value is a plain object, as options are written: no list, no promise of options, nothing of a class. */
export function isOptions(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // An object of another page has another `Object.prototype`, which has no prototype either.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
