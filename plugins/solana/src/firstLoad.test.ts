// What a page loads before anybody connects, measured as an app's bundler would build it.
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const entry = fileURLToPath(new URL('./index.ts', import.meta.url))

async function bundle() {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    external: ['@latchkey/kernel', '@latchkey/kernel/*', 'valtio', 'valtio/*'],
    outdir: 'out',
    metafile: true,
    write: false,
  })
  const name = Object.keys(metafile.outputs).find((path) =>
    metafile.outputs[path]?.entryPoint?.endsWith('src/index.ts'),
  )!
  const isStatic = (link: { kind: string; external?: boolean }) =>
    link.kind === 'import-statement' && !link.external
  const first = new Set<string>()
  const visit = (path: string): void => {
    if (first.has(path)) return
    first.add(path)
    for (const link of metafile.outputs[path]?.imports.filter(isStatic) ?? []) visit(link.path)
  }
  visit(name)
  const inputs = [...first].flatMap((path) =>
    Object.entries(metafile.outputs[path]?.inputs ?? {}).map(
      ([input, { bytesInOutput }]) => `${input} ${bytesInOutput}`,
    ),
  )
  const size = (path: string) =>
    gzipSync(outputFiles.find((file) => file.path.endsWith(path))!.contents, { level: 9 }).length
  return { inputs, size: [...first].reduce((sum, path) => sum + size(path), 0) }
}

it('keeps SDKs and schemas out of the first load, which is at most 5.2 kB gzip', async () => {
  const { inputs, size } = await bundle()
  expect(inputs.filter((path) => /node_modules\/(?:@solana\/web3|@noble|zod|viem)\//.test(path))).toEqual([])
  expect(inputs.filter((path) => /src\/lazy\//.test(path))).toEqual([])
  expect(size).toBeLessThanOrEqual(5_200)
  if (process.env['PRINT_SIZES']) console.log({ size, inputs })
})
