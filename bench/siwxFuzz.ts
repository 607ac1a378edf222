import { fuzzParser } from '../plugins/siwx/src/testing/fuzzParser.js'
import { FUZZ_SUBJECTS } from '../plugins/siwx/src/testing/fuzzSubjects.js'

/** Fuzzes every parser: `tsx bench/siwxFuzz.ts [texts] [seed]`, 1 000 000 texts each by default. */
const count = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? 20261121)

for (const subject of FUZZ_SUBJECTS) {
  const started = performance.now()
  const report = await fuzzParser({ ...subject, count, seed, checkLimit: 2000 })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(subject.verifier.profile.namespace, report, `${seconds} s`)
  if (report.accepted > 0) process.exitCode = 1
}
