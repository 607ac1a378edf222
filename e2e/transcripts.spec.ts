import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { serveScreens } from './screens/serveScreens.js'
import {
  invisibleMarks,
  isTranscribed,
  listScreens,
  englishInUtc,
  transcribe,
  transcribed,
} from './screens/transcribe.js'

const fileOf = (group: string) =>
  join(import.meta.dirname, 'screens/transcripts', `${group.slice(0, -1)}.txt`)

// One worker, to build the page only once.
test.describe.configure({ mode: 'default' })
test.use(englishInUtc)

let served: Awaited<ReturnType<typeof serveScreens>>
test.beforeAll(async () => {
  test.setTimeout(120_000)
  served = await serveScreens()
})
test.afterAll(() => served.stop())

// `--update-snapshots=all` writes what is read now.
for (const group of transcribed) {
  test(`${group} reads as it is written down`, async ({ page }, { config }) => {
    test.setTimeout(240_000)
    const ids = (await listScreens(page, served.url)).filter(
      (id) => id.startsWith(group) && isTranscribed(id),
    )
    expect(ids.length).toBeGreaterThan(3)
    const parts: string[] = []
    for (const id of ids) parts.push(`# ${id}\n${await transcribe(page, served.url, id)}\n`)
    const text = parts.join('\n')
    expect(text).not.toMatch(invisibleMarks)
    if (config.updateSnapshots === 'all') await writeFile(fileOf(group), text)
    expect(text).toBe(await readFile(fileOf(group), 'utf8'))
  })
}
