import { readFileSync } from 'node:fs'

/** One public vector file of `plugins/siwx/vectors`: its licence line and every case. */
// biome-ignore lint/suspicious/noExplicitAny: a recorded case may hold anything
export function readVectors<Case = any>(path: string): readonly Case[] {
  const url = new URL(`../../vectors/${path}.json`, import.meta.url)
  const file = JSON.parse(readFileSync(url, 'utf8')) as {
    meta: { cases_in_this_half: number }
    cases: Case[]
  }
  if (file.cases.length !== file.meta.cases_in_this_half) throw new Error(`${path} is not whole`)
  return file.cases
}
