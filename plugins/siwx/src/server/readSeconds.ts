import { SiwxError } from '../message/SiwxError.js'

type Times = Readonly<Record<string, number>>

/**
 * Milliseconds of options that are given in seconds. A time that is no number, as what an empty environment variable gives,
 * compares with nothing: things would not expire.
 * @param unbounded options that may be infinite
 * @throws SiwxError `SIWX_OPTIONS_INVALID`
 */
export function readSeconds<Defaults extends Times>(
  caller: string,
  given: { readonly [name in keyof Defaults]?: number | undefined },
  defaults: Defaults,
  unbounded: readonly (keyof Defaults)[] = [],
): { readonly [name in keyof Defaults]: number } {
  const read = (name: string) => {
    const seconds = given[name] ?? defaults[name] ?? Number.NaN
    const isBounded = seconds < Number.POSITIVE_INFINITY || unbounded.includes(name)
    if (seconds >= 0 && isBounded) return seconds * 1000
    throw new SiwxError(
      'SIWX_OPTIONS_INVALID',
      `${caller} cannot start: ${name} is ${seconds}. Give a number of seconds, 0 or more.`,
    )
  }
  const times = Object.keys(defaults).map((name) => [name, read(name)])
  return Object.fromEntries(times) as { readonly [name in keyof Defaults]: number }
}
