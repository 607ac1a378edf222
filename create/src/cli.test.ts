import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))

it('ends well where nobody reads to the end what it says', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', join(here, 'cli.ts'), '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = (await once(child, 'close')) as [number]
  expect([code, said]).toEqual([0, ''])
})

it('loads nothing that a Node which is too old can not load, before it has said so', async () => {
  const { metafile } = await build({
    entryPoints: [join(here, 'cli.ts')],
    bundle: true,
    splitting: true,
    format: 'esm',
    packages: 'external',
    outdir: 'unused',
    write: false,
    metafile: true,
  })
  const loaded = new Set<string>()
  const walk = (file: string): void => {
    for (const { path, kind } of metafile.outputs[file]?.imports ?? []) {
      if (kind !== 'import-statement' || loaded.has(path)) continue
      loaded.add(path)
      walk(path)
    }
  }
  walk('unused/cli.js')
  expect([...loaded]).toContain('validate-npm-package-name')
  expect([...loaded]).not.toContain('@clack/prompts')
})
