import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { startEvm } from '@latchkey/devstack/evm'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright'

/**
 * One job for ours and for the floor, interleaved in one run: render a Connect button, open, list an announced
 * wallet, connect it, show the address. Prints medians and the ratio to the floor.
 */
/** The runner of this script names functions by a helper, which functions sent into a page must find there. */
const keepNames = 'globalThis.__name ??= (target) => target'
const here = dirname(fileURLToPath(import.meta.url))
const runs = Number(process.argv[2] ?? 9)
const candidates = ['floor', 'ours'] as const
type Candidate = (typeof candidates)[number]

interface Sample {
  readonly initial: number
  readonly total: number
  readonly clickable: number
  readonly settled: number
  readonly connected: number
}

async function bundleApp(name: Candidate): Promise<ReadonlyMap<string, Buffer>> {
  const result = await build({
    entryPoints: [join(here, `apps/${name}.tsx`)],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    outdir: 'out',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  const css =
    name === 'ours'
      ? await build({
          entryPoints: [join(here, '../ui-react/src/styles.css')],
          bundle: true,
          minify: true,
          write: false,
          outdir: 'out',
        })
      : undefined
  const files = [...result.outputFiles, ...(css?.outputFiles ?? [])]
  return new Map(
    files.map((file) => [file.path.slice(file.path.lastIndexOf('/out/') + 4), Buffer.from(file.contents)]),
  )
}

async function serve(
  apps: ReadonlyMap<Candidate, ReadonlyMap<string, Buffer>>,
): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const [, name, ...rest] = (request.url ?? '/').split('/')
    const app = apps.get(name as Candidate)
    const path = `/${rest.join('/')}`
    const head = app?.has('/styles.css') ? '<link rel="stylesheet" href="styles.css">' : ''
    const page = `<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${head}<div id="root"></div><script type="module" src="${name}.js"></script>`
    const content = path === '/' && app ? Buffer.from(page) : app?.get(path)
    if (!content) {
      response.writeHead(404).end()
      return
    }
    const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html'
    const body = gzipSync(content, { level: 9 })
    response.writeHead(200, {
      'content-type': type,
      'content-encoding': 'gzip',
      'content-length': body.length,
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

/** A wallet that answers from memory: the bench measures the page, not a wallet. */
function announceWallets({
  count,
  address,
  rpcUrl,
}: {
  count: number
  address: string
  rpcUrl: string
}): void {
  Object.assign(window, { __bench: { rpcUrl } })
  const wallets = Array.from({ length: count }, (_, index) => ({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name: `Wallet ${index + 1}`,
      icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
      rdns: `dev.bench.wallet${index + 1}`,
    }),
    provider: {
      request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x7a69' : [address]),
      on() {},
      removeListener() {},
    },
  }))
  const announce = () => {
    for (const wallet of wallets) {
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(wallet) }))
    }
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

const chain = await startEvm()
const address = chain.accounts[0]?.address.toLowerCase() as string
const apps = new Map(
  await Promise.all(candidates.map(async (name) => [name, await bundleApp(name)] as const)),
)
const server = await serve(apps)
const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
)
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--enable-precise-memory-info'],
})

async function open(
  instance: Browser,
  name: Candidate,
  count = 1,
): Promise<{ page: Page; scripts: number[]; close(): Promise<void> }> {
  const context = await instance.newContext()
  const page = await context.newPage()
  await page.addInitScript({ content: keepNames })
  await page.addInitScript(announceWallets, { count, address, rpcUrl: chain.url })
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-testid="connect-button"]')) return
      performance.mark('clickable')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  const scripts: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(Number(response.headers()['content-length'] ?? 0))
  })
  await page.goto(`${server.url}/${name}/`, { waitUntil: 'load' })
  await page.waitForFunction(() => performance.getEntriesByName('clickable').length > 0)
  return { page, scripts, close: () => context.close() }
}

/** Clicks inside the page and waits, frame by frame, until the condition holds. Milliseconds. */
function clickUntil(page: Page, click: string, done: string): Promise<number> {
  return page.evaluate(
    ([clickSelector, doneSource]) =>
      new Promise<number>((resolve) => {
        const done = doneSource as 'list' | 'address'
        const target =
          clickSelector === 'wallet'
            ? [...document.querySelectorAll('[role="dialog"] button, dialog button')].find((node) =>
                /Wallet 1(?!\d)/.test(node.textContent ?? ''),
              )
            : document.querySelector('[data-testid="connect-button"]')
        const started = performance.now()
        ;(target as HTMLElement).click()
        const look = () => {
          const rows = [...document.querySelectorAll('[role="dialog"] button, dialog button')]
          const row = rows.find((node) => /Wallet 1(?!\d)/.test(node.textContent ?? ''))
          const settled =
            done === 'list'
              ? row !== undefined &&
                document
                  .getAnimations()
                  .every(
                    (animation) =>
                      animation.playState !== 'running' ||
                      animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
                  )
              : /^0x/.test(document.querySelector('#address')?.textContent ?? '')
          if (settled) resolve(performance.now() - started)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    [click, done] as const,
  )
}

async function sample(name: Candidate): Promise<Sample> {
  const { page, scripts, close } = await open(browser, name)
  const clickable = await page.evaluate(() => performance.getEntriesByName('clickable')[0]?.startTime ?? 0)
  const initial = scripts.reduce((sum, size) => sum + size, 0) / 1000
  // As a person would: not in the first millisecond. Idle prefetching has had its turn.
  await page.waitForTimeout(500)
  const settled = await clickUntil(page, 'button', 'list')
  const connected = await clickUntil(page, 'wallet', 'address')
  await page.waitForTimeout(300)
  const total = scripts.reduce((sum, size) => sum + size, 0) / 1000
  await close()
  return { initial, total, clickable, settled, connected }
}

/** 4× slower processor, slow 4G: from navigation to the list on screen, clicking as soon as there is a button. */
async function mobile(name: Candidate): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
  await page.addInitScript({ content: keepNames })
  await page.addInitScript(announceWallets, { count: 1, address, rpcUrl: chain.url })
  await page.addInitScript(() => {
    let clicked = false
    new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('[data-testid="connect-button"]')
      if (button && !clicked) {
        clicked = true
        button.click()
      }
      const rows = [...document.querySelectorAll('[role="dialog"] button, dialog button')]
      if (rows.some((row) => /Wallet 1(?!\d)/.test(row.textContent ?? ''))) performance.mark('listed')
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${server.url}/${name}/`)
  await page.waitForFunction(() => performance.getEntriesByName('listed').length > 0)
  const listed = await page.evaluate(() => performance.getEntriesByName('listed')[0]?.startTime ?? 0)
  await context.close()
  return listed
}

async function manyWallets(name: Candidate): Promise<number> {
  const { page, close } = await open(browser, name, 500)
  await page.waitForTimeout(500)
  const time = await clickUntil(page, 'button', 'list')
  await close()
  return time
}

/** What one open and close leaves behind, over fifty of them after five to warm up. */
async function leak(name: Candidate): Promise<{ nodes: number; listeners: number }> {
  const { page, close } = await open(browser, name)
  const client = await page.context().newCDPSession(page)
  const cycle = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      await clickUntil(page, 'button', 'list')
      if (name === 'ours') await page.keyboard.press('Escape')
      else await page.getByText('Close').click()
      await page.waitForFunction(() => !document.querySelector('[role="dialog"], dialog[open]'))
    }
  }
  const count = async () => {
    await client.send('HeapProfiler.collectGarbage')
    return client.send('Memory.getDOMCounters')
  }
  await cycle(5)
  const before = await count()
  await cycle(50)
  const after = await count()
  await close()
  return {
    nodes: (after.nodes - before.nodes) / 50,
    listeners: (after.jsEventListeners - before.jsEventListeners) / 50,
  }
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

const samples = new Map<Candidate, Sample[]>(candidates.map((name) => [name, []]))
const mobiles = new Map<Candidate, number[]>(candidates.map((name) => [name, []]))
const many = new Map<Candidate, number[]>(candidates.map((name) => [name, []]))
for (let run = 0; run < runs; run += 1) {
  for (const name of candidates) {
    samples.get(name)?.push(await sample(name))
    mobiles.get(name)?.push(await mobile(name))
    if (run < 3) many.get(name)?.push(await manyWallets(name))
  }
}

const of = (name: Candidate, key: keyof Sample) =>
  median((samples.get(name) as Sample[]).map((entry) => entry[key]))
console.log(`| Candidate | initial JS kB | JS by connected kB | clickable ms (×) | mobile: list ms (×) | click → list ms | wallet → address ms | 500 wallets ms | leak: nodes, listeners |
|---|--:|--:|--:|--:|--:|--:|--:|--:|`)
for (const name of candidates) {
  const ratio = (own: number, floor: number) => `${Math.round(own)} (${(own / floor).toFixed(2)})`
  const { nodes, listeners } = await leak(name)
  console.log(
    `| ${name} | ${of(name, 'initial').toFixed(1)} | ${of(name, 'total').toFixed(1)} | ${ratio(of(name, 'clickable'), of('floor', 'clickable'))} | ${ratio(median(mobiles.get(name) as number[]), median(mobiles.get('floor') as number[]))} | ${Math.round(of(name, 'settled'))} | ${Math.round(of(name, 'connected'))} | ${Math.round(median(many.get(name) as number[]))} | ${nodes.toFixed(1)}, ${listeners.toFixed(1)} |`,
  )
}
await browser.close()
server.stop()
await chain.stop()
