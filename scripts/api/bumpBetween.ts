import type { Bump } from './apiProblems.js'

/** How big a step between two versions is (Semantic Versioning 2.0.0, section 2). */
export function bumpBetween(before: string, after: string): Bump {
  const [old, now] = [before, after].map((version) => version.split('-')[0]?.split('.') ?? [])
  if (old?.[0] !== now?.[0]) return 'major'
  if (old?.[1] !== now?.[1]) return 'minor'
  return old?.[2] === now?.[2] ? 'none' : 'patch'
}
