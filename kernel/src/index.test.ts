import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import * as index from './index.js'
import * as chain from './chain.js'
import * as contracts from './contracts.js'
import * as plugin from './plugin.js'
import * as transaction from './transaction.js'
import * as wallet from './wallet.js'
import * as testing from './testing/index.js'
import { version } from './engine/version.js'

const source = fileURLToPath(new URL('.', import.meta.url))

async function bundle(code: string, splitting = true) {
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: source, loader: 'ts' },
    bundle: true,
    splitting,
    format: 'esm',
    outdir: 'out',
    write: false,
    metafile: true,
    minify: true,
    external: ['valtio', 'valtio/*'],
    logLevel: 'silent',
  })
  const entry = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === '<stdin>')
  const inputs = Object.entries(entry?.[1].inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  const text = outputFiles.find(({ path }) => path.endsWith('stdin.js'))?.text ?? ''
  return { all: Object.keys(metafile.inputs), first: inputs.map(([path]) => path), text }
}

describe('the entries', () => {
  it('export what they say and nothing else', () => {
    expect(Object.keys(index).sort()).toMatchSnapshot('@latchkey/kernel')
    expect(Object.keys(plugin).sort()).toMatchSnapshot('@latchkey/kernel/plugin')
    expect(Object.keys(contracts).sort()).toMatchSnapshot('@latchkey/kernel/contracts')
    expect(Object.keys(wallet).sort()).toMatchSnapshot('@latchkey/kernel/wallet')
    expect(Object.keys(transaction).sort()).toMatchSnapshot('@latchkey/kernel/transaction')
    expect(Object.keys(chain).sort()).toMatchSnapshot('@latchkey/kernel/chain')
    expect(Object.keys(testing).sort()).toMatchSnapshot('@latchkey/kernel/testing')
  })

  it('give each value one home', () => {
    const homes = [index, plugin, contracts, wallet, transaction, chain, testing].flatMap((entry) =>
      Object.keys(entry),
    )
    expect(homes.filter((name, at) => homes.indexOf(name) !== at)).toEqual([])
  })

  it('keep the door that every plugin goes through to 60 names, types among them', () => {
    const lists = [...readFileSync(`${source}plugin.ts`, 'utf8').matchAll(/\{([^}]*)\}/g)]
    const names = lists.flatMap(([, list = '']) => list.split(',').filter((name) => name.trim() !== ''))
    expect(names.length).toBeGreaterThan(40)
    expect(names.length).toBeLessThanOrEqual(60)
  })

  it('carry the version of the package', () => {
    expect(version).toBe(manifest.version)
  })

  it('import no React, no chain SDK and no schema library', async () => {
    const { all } = await bundle(
      ['index', 'plugin', 'contracts', 'wallet', 'transaction', 'chain', 'testing/index']
        .map((entry) => `export * from './${entry}.js'`)
        .join(';'),
    )
    expect(all.length).toBeGreaterThan(50)
    expect(all.filter((path) => /node_modules\/(react|react-dom|viem|zod|vitest)\//.test(path))).toEqual([])
  })

  it('keep the container out of what plugin authors import', async () => {
    const { all } = await bundle(
      ['plugin', 'contracts', 'wallet', 'transaction', 'chain']
        .map((entry) => `export * from './${entry}.js'`)
        .join(';'),
    )
    expect(all.filter((path) => /kernel\/container|tsyringe|createKernel/.test(path))).toEqual([])
  })

  it('load no metadata of classes: only factories are registered', async () => {
    const { all } = await bundle("import { createKernel } from './index.js'; createKernel([])")
    expect(all.some((path) => /kernel\/container\//.test(path))).toBe(true)
    expect(all.filter((path) => /reflect-metadata|tslib/.test(path))).toEqual([])
    expect('getMetadata' in Reflect).toBe(false)
  })

  it('load the HTTP client apart from the first scripts', async () => {
    const { all, first } = await bundle("import { createKernel } from './index.js'; createKernel([])")
    const isClient = (path: string) => /\/ky\//.test(path)
    expect([all.some(isClient), first.some(isClient)]).toEqual([true, false])
  })

  it('leave the error catalogue out of an app that uses none of it', async () => {
    const { text } = await bundle("import { token } from './plugin.js'; console.log(token('a'))", false)
    expect(text).toContain('latchkey.token/')
    for (const sentence of [
      'Session Expired',
      'SIWX',
      'Swaps',
      'email login',
      'Adapter not found',
      'MODAL_OPEN',
    ]) {
      expect(text).not.toContain(sentence)
    }
  })
})

it('knows its container in one file only', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!test)\.ts$/.test(path),
  )
  const importing = files.filter((path) =>
    /from '(#container|tsyringe)/.test(readFileSync(`${source}${path}`, 'utf8')),
  )
  expect(importing).toEqual(['engine/services.ts'])
})
