import { readFileSync } from 'node:fs'

const source = readFileSync(new URL('../test/scenarios.tsx', import.meta.url), 'utf8')

/** Read from the text, because the scenarios themselves import styles and run in browsers only. */
export const scenarioNames = [...source.matchAll(/(?:simple|opening|withWallet)\(\s*'([a-z-]+)'/g)].map(
  (match) => match[1] as string,
)
