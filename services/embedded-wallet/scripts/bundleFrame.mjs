import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { extractSentences } from './extractSentences.mjs'

/** Bundles what runs in browsers into `assets/`, which the service serves from its own origin and nothing else. */
const folder = dirname(dirname(fileURLToPath(import.meta.url)))
const source = join(folder, 'src/frame')
const assets = join(folder, 'assets')

await mkdir(assets, { recursive: true })
await build({
  entryPoints: ['frame', 'refused', 'approveDevice', 'passkeyWindow', 'socialCallback', 'socialStart'].map(
    (name) => join(source, `${name}.ts`),
  ),
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'eof',
  outdir: assets,
  logLevel: 'warning',
})
await cp(join(source, 'frame.css'), join(assets, 'frame.css'))

// What the command `sentences` prints for translators.
await writeFile(
  join(assets, 'sentences.json'),
  `${JSON.stringify(extractSentences(dirname(source)), null, 2)}\n`,
)
