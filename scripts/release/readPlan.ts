import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import getReleasePlan from '@changesets/get-release-plan'
import { quit } from '../quit.js'

/** Reads what would be released. Ends the script with one sentence where a changeset can't be read. */
export async function readPlan(folder: string): Promise<Awaited<ReturnType<typeof getReleasePlan>>> {
  try {
    return await getReleasePlan(folder)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const files = readdirSync(join(folder, '.changeset')).filter(
      (name) => name.endsWith('.md') && name !== 'README.md',
    )
    return quit(
      `The changesets can't be read: ${said.split('\n', 2).join(' ').replace(/\.?$/, '.')} Look at ${files.join(', ') || 'the manifests'} in .changeset, and begin each with lines such as "'@latchkey/kernel': minor" between two lines of "---".`,
      'CHANGESETS_UNREADABLE',
    )
  }
}
