const caretPattern = /^\^\d+\.\d+\.\d+$/
const versionPattern = /^\d+\.\d+\.\d+$/

const caretsOf = (range: string) => range.split('||').map((part) => part.trim())
const numbersOf = (version: string) => version.split('.').map(Number) as [number, number, number]

/** Whether a range is carets joined by `||`, the only form a plugin may state. */
export function isKernelRange(range: string): boolean {
  return caretsOf(range).every((caret) => caretPattern.test(caret))
}

/**
 * Whether a version satisfies carets joined by `||`. Below 1.0 a caret pins the minor, as semver has it;
 * pre-releases satisfy nothing.
 */
export function satisfiesKernelRange(version: string, range: string): boolean {
  if (!versionPattern.test(version)) return false
  const [major, minor, patch] = numbersOf(version)
  return caretsOf(range).some((caret) => {
    if (!caretPattern.test(caret)) return false
    const [wantedMajor, wantedMinor, wantedPatch] = numbersOf(caret.slice(1))
    if (major !== wantedMajor) return false
    if (minor !== wantedMinor) return major > 0 && minor > wantedMinor
    return major > 0 || minor > 0 ? patch >= wantedPatch : patch === wantedPatch
  })
}
