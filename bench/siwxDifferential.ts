import { compareAll } from '../plugins/siwx/src/testing/fixtures/differential/compareAll.js'

/** Compares with public libraries: `tsx bench/siwxDifferential.ts [cases] [seed]`, 10 000 cases each by default. */
const cases = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? 20261121)

for (const report of await compareAll(cases, seed)) {
  const differing = Object.values(report.disagreements).reduce((sum, { count }) => sum + count, 0)
  console.log(
    `${report.name}: ${report.cases} cases, ${report.accepted} accepted by both, ${differing} differ`,
  )
  for (const [kind, { count, example }] of Object.entries(report.disagreements)) {
    console.log(`  ${count} × ${kind}\n    ${JSON.stringify(example)}`)
  }
}
