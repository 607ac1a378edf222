const versionPattern = /^(\d+)\.(\d+)\.(\d+)$/
const comparatorPattern = /^(\^|~|[<>]=?|=)?(\d+)(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?$/i

type Bounds = readonly [from: number, below: number]

/** One number for a version, so that bounds compare; parts are below a million. */
const rank = (major: number, minor: number, patch: number) => (major * 1e6 + minor) * 1e6 + patch

/** `^1.2`, `~1.2.3`, `>=1`, `1.x` … as the versions it takes; `undefined` for anything else. */
function boundsOf(comparator: string): Bounds | undefined {
  const [match, operator = '', ...texts] = comparatorPattern.exec(comparator) ?? []
  if (match === undefined) return undefined
  const stated = texts.filter((text) => /^\d/.test(text ?? '')).map(Number)
  const [major = 0, minor = 0, patch = 0] = stated
  const from = rank(major, minor, patch)
  /** The first version behind those that agree in the first `count` parts. */
  const behind = (count: number) =>
    count < 2 ? rank(major + 1, 0, 0) : count < 3 ? rank(major, minor + 1, 0) : from + 1
  const last = behind(stated.length)
  if (operator === '>=') return [from, Number.POSITIVE_INFINITY]
  if (operator === '>') return [last, Number.POSITIVE_INFINITY]
  if (operator === '<') return [0, from]
  if (operator === '<=') return [0, last]
  if (operator === '~') return [from, behind(Math.min(stated.length, 2))]
  // A caret keeps the first part that is not zero.
  const kept = stated.findIndex((part) => part > 0) + 1 || stated.length
  return [from, operator === '^' ? behind(kept) : last]
}

const comparatorsOf = (range: string) =>
  range.split('||').map((part) => part.trim().split(/\s+/).map(boundsOf))

/** Whether the kernel can read a range: comparators of semver, joined by spaces and `||`. */
export function isKernelRange(range: string): boolean {
  return comparatorsOf(range).flat().every(Boolean)
}

/** Whether a version satisfies a range. Below 1.0 a caret pins the minor, as semver has it; pre-releases satisfy nothing. */
export function satisfiesKernelRange(version: string, range: string): boolean {
  const match = versionPattern.exec(version)
  if (!match || !isKernelRange(range)) return false
  const own = rank(Number(match[1]), Number(match[2]), Number(match[3]))
  return comparatorsOf(range).some((alternative) =>
    alternative.every((bounds) => bounds && bounds[0] <= own && own < bounds[1]),
  )
}
