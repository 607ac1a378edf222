// What a contribution's members are held to while it is read; each throws TypeError with the member's name.

export function expect(holds: boolean, member: string, expected: string): void {
  if (!holds) throw new TypeError(`Expected "${member}" to be ${expected}.`)
}

export function text(value: unknown, member: string): string {
  expect(typeof value === 'string' && value !== '', member, 'a text that is not empty')
  return value as string
}

export function optional<T>(value: T, member: string, ...types: readonly string[]): T {
  expect(value === undefined || types.includes(typeof value), member, types.join(' or '))
  return value
}

export function method<T extends (...inputs: never[]) => unknown>(value: T, member: string): T {
  expect(typeof value === 'function', member, 'a function')
  return value
}

/** Leaves out what is absent, so that a copy has the members its source has. */
export function defined<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}
