const versionPattern = /^\d+\.\d+\.\d+$/
const comparatorPattern = /^(\^|~|[<>]=?|=)?(\d+)(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?$/i

type Bounds = readonly [from: number, below: number]

/** One number for a version, so that bounds compare; parts are below a million. */
const rank = ([major = 0, minor = 0, patch = 0]: readonly number[]) => (major * 1e6 + minor) * 1e6 + patch

/** `^1.2`, `~1.2.3`, `>=1`, `1.x` … as the versions it takes; `undefined` for anything else. */
function boundsOf(comparator: string): Bounds | undefined {
  const [match, operator, ...texts] = comparatorPattern.exec(comparator) ?? []
  if (match === undefined) return undefined
  const stated = texts.map(Number).filter((part) => part >= 0)
  const from = rank(stated)
  /** The first version behind those that agree in the first `count` parts. */
  const behind = (count: number) =>
    rank(stated.slice(0, count).map((part, index) => (index === count - 1 ? part + 1 : part)))
  const last = behind(stated.length)
  if (operator === '<') return [0, from]
  if (operator === '<=') return [0, last]
  if (operator === '>=') return [from, Number.POSITIVE_INFINITY]
  if (operator === '>') return [last, Number.POSITIVE_INFINITY]
  if (operator === '~' && stated.length > 2) return [from, behind(2)]
  // A caret keeps the first part that is not zero.
  if (operator === '^') return [from, behind(stated.findIndex(Boolean) + 1 || stated.length)]
  return [from, last]
}

/**
 * Whether a version satisfies a range: comparators of semver, joined by spaces and `||`. Below 1.0 a caret pins the minor,
 * as semver has it; pre-releases satisfy nothing.
 *
 * @returns `undefined` for a range that cannot be read.
 */
export function satisfiesKernelRange(version: string, range: string): boolean | undefined {
  const alternatives = range.split('||').map((part) => part.trim().split(/\s+/).map(boundsOf))
  if (!alternatives.flat().every(Boolean)) return undefined
  const own = versionPattern.test(version) ? rank(version.split('.').map(Number)) : Number.NaN
  return (alternatives as Bounds[][]).some((bounds) =>
    bounds.every(([from, below]) => from <= own && own < below),
  )
}
