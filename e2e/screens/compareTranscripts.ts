import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const transcriptsFolder = join(import.meta.dirname, 'transcripts')

export interface TranscriptOptions {
  /** Writes new transcripts instead of comparing them. */
  readonly update: boolean
  /** One file for each group. Default {@link transcriptsFolder}. */
  readonly folder?: string
}

/**
 * Compares what was read from screens, by their id, with the transcripts of their groups. Returns what is wrong. A group with
 * a screen that wasn't reached, and so not read, keeps its transcript: it would lose that screen.
 */
export async function compareTranscripts(
  read: ReadonlyMap<string, string | undefined>,
  { update, folder = transcriptsFolder }: TranscriptOptions,
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const group of new Set([...read.keys()].map(groupOf))) {
    const own = [...read].filter(([id]) => groupOf(id) === group)
    if (own.some(([, said]) => said === undefined)) continue
    const text = own.map(([id, said]) => `# ${id}\n${said}\n`).join('\n')
    const file = join(folder, `${group}.txt`)
    if (update) await writeFile(file, text)
    else if (!existsSync(file))
      faults.push(`${group} has no transcript: --update --only ${group}/ writes ${file}`)
    else if ((await readFile(file, 'utf8')) !== text) {
      const found = join(tmpdir(), `${group}.txt`)
      await writeFile(found, text)
      faults.push(`${group} doesn't read as ${file} says: compare with ${found}`)
    }
  }
  return faults
}

const groupOf = (id: string) => id.split('/')[0] ?? ''
