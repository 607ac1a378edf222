type Place = Readonly<Record<string, unknown>>

const pathPattern = /^[\w$]+(?:\.[\w$]+){0,4}$/

/** The object at a dotted path below window, or `undefined`. Nothing is evaluated and nothing throws. */
export function readPath(path: unknown): object | undefined {
  if (typeof path !== 'string' || path.length > 200 || !pathPattern.test(path)) return undefined
  try {
    const value = path.split('.').reduce<unknown>((parent, name) => {
      // What every object inherits (`constructor`, `__proto__`) is no place for a wallet.
      return name in Object.prototype ? undefined : (parent as Place | undefined)?.[name]
    }, window)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
