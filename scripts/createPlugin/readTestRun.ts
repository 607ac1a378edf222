export interface TestRun {
  readonly passed: number
  /** The names of the tests that failed, each with its file. */
  readonly failed: readonly string[]
}

/** Reads what Vitest prints for people. Throws where it ran no test. */
export function readTestRun(output: string): TestRun {
  const [, failed = '0', passed] = /^ +Tests +(?:(\d+) failed \| )?(\d+) passed/m.exec(output) ?? []
  if (passed === undefined) throw new Error(`No test ran.\n${output.slice(-3_000)}`)
  const names = [...output.matchAll(/^ *FAIL +(.+)$/gm)].map(([, name = '']) => name)
  if (names.length !== Number(failed))
    throw new Error(`${failed} tests failed, and ${names.length} are named.`)
  return { passed: Number(passed), failed: names }
}
