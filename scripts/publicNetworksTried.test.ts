// docs/public-networks.md promises that every line of its lists works: each is taken from the document and run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPriceServices } from '../devstack/src/prices/index.js'
import { createKernel, type Kernel, type Plugin } from '../kernel/src/index.js'
import { Activity, Pictures, Prices } from '../kernel/src/contracts.js'
import { Networks } from '../kernel/src/wallet.js'
import type { NetworkId } from '../kernel/src/plugin.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HistorySource } from '../plugins/wallet-data/src/histories/index.js'
import { importsOf, runExpression } from './runSample.js'
import { samplesOf } from './samples.js'
import { root } from './workspace.js'

const document = readFileSync(join(root, 'docs/public-networks.md'), 'utf8')
const [whole = '', histories = ''] = samplesOf(document).map(({ module }) => module)

/** The lines of a list, each with its own options: `['eip155({ … })', 'solana({ … })', …]`. */
function linesOf(module: string, open: string): readonly string[] {
  const start = module.indexOf(open) + open.length
  const list = module.slice(start, module.indexOf('\n])', start))
  return list.split(/,\n(?= {2}\S)(?! {2}\})/).map((line) => line.trim().replace(/,$/, ''))
}

const imports = await importsOf(whole)
const lines = linesOf(whole, 'createKernel([')
const nameOf = (line: string) => /^\w+/.exec(line)?.[0] ?? ''

const kernels: Kernel[] = []
function kernelOf(inputs: readonly unknown[]): Kernel {
  const kernel = createKernel(inputs as readonly Plugin[], { logLevel: 'silent' })
  kernels.push(kernel)
  return kernel
}
const listed = (only: readonly string[] = lines) => only.map((line) => runExpression(line, imports))
const pluginIds = (kernel: Kernel) => kernel.inspect().plugins.map(({ id }) => id)
const core = new Set(pluginIds(kernelOf([])))

/** Hosts that were asked. Nothing leaves the machine: each host is answered by `answers`, or not at all. */
function recordHosts(answers: Readonly<Record<string, (url: URL) => Promise<Response>>> = {}) {
  const asked = new Set<string>()
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = new URL(input instanceof Request ? input.url : input)
    asked.add(url.host)
    return answers[url.host]?.(url) ?? new Response('{}', { status: 404 })
  })
  return asked
}

afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
  vi.unstubAllGlobals()
})

describe('the whole list', () => {
  it('imports what it uses, and nothing else', () => {
    expect(lines.length).toBeGreaterThan(10)
    const unused = Object.keys(imports).filter(
      (name) => whole.match(new RegExp(`\\b${name}\\b`, 'g'))?.length === 1,
    )
    expect(unused).toEqual([])
  })

  it('sets every plugin up and starts it, asks nobody, and has nothing to complain of', async () => {
    const asked = recordHosts()
    const kernel = kernelOf(listed())
    await kernel.start()
    const { plugins, problems } = kernel.inspect()
    expect(problems).toEqual([])
    expect(plugins.filter(({ phase }) => phase !== 'started')).toEqual([])
    expect([...asked]).toEqual([])
  })

  it.each(lines.map((line) => [nameOf(line), line]))(
    '%s brings plugins that no other line does',
    (_, line) => {
      recordHosts()
      const own = pluginIds(kernelOf(listed([line]))).filter((id) => !core.has(id))
      const others = pluginIds(kernelOf(listed(lines.filter((each) => each !== line))))
      expect(own).not.toEqual([])
      expect(pluginIds(kernelOf(listed()))).toEqual(expect.arrayContaining(own))
      expect(others.filter((id) => own.includes(id))).toEqual([])
    },
  )

  it('has the networks of the table, and a picture of each', async () => {
    const kernel = kernelOf(listed())
    const networks = kernel.get(Networks).list()
    const table =
      /## What each network has\n\n((?:\|.*\n)+)/.exec(document)?.[1]?.split('\n').slice(2, -1) ?? []
    expect(networks.map(({ name }) => name)).toEqual(table.map((row) => row.split('|')[1]?.trim()))
    const [pictures] = kernel.list(Pictures)
    for (const { id } of networks)
      expect(await pictures?.find({ kind: 'network', networkId: id })).toMatch(/^data:image\//)
  })

  it('asks the named endpoint, and the named service, for a price', async () => {
    const services = await startPriceServices({ listed: { ethereum: { prices: { usd: 2_500 } } } })
    const { fetch } = globalThis
    const asked = recordHosts({
      'coins.llama.fi': ({ pathname, search }) => fetch(`${services.llamaUrl}${pathname}${search}`),
    })
    const kernel = kernelOf(listed())
    await kernel.start()
    expect(await kernel.get(Prices).read({ networkId: 'eip155:1' })).toBe('2500')
    expect([...asked].sort()).toEqual(['coins.llama.fi', 'ethereum.example'])
    await services.stop()
  })
})

describe('the list of histories', () => {
  const data = /walletData\(\{[\s\S]*\n\}\)/.exec(histories)?.[0] ?? ''
  const account = '0x0000000000000000000000000000000000000001'

  it.each<[NetworkId, string]>([
    ['eip155:1', 'eth.blockscout.com'],
    ['eip155:8453', 'base.blockscout.com'],
    ['eip155:137', 'api.etherscan.io'],
    ['eip155:42161', 'api.etherscan.io'],
  ])('asks, for %s, the source that it names', async (networkId, host) => {
    const asked = recordHosts()
    const chains = listed(lines.filter((line) => nameOf(line) === 'eip155'))
    const kernel = kernelOf([...chains, runExpression(data, await importsOf(histories))])
    await kernel.start()
    await kernel
      .get(Activity)
      .read({ networkId, address: account })
      .catch(() => undefined)
    expect([...asked]).toContain(host)
  })

  it('names a source that knows Polkadot', async () => {
    const [line = ''] = /subscan\(.*\)/.exec(data) ?? []
    const source = runExpression(line, await importsOf(histories)) as HistorySource
    expect(source.supports('polkadot:68d56f15f85d3136970ec16946040bc1')).toBe(true)
  })
})
