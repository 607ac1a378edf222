import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { FrameLocator, Page } from 'playwright'
import { type EvmStack, startEvm } from '../../../devstack/src/evm/index.js'
import { openProfile, press, startHost } from './openWalletPage.js'
import { codeIn, startService, type TestService } from './startService.js'

export interface DappPage {
  readonly page: Page
  readonly frame: FrameLocator
  readonly node: EvmStack
  readonly running: TestService
  /** Of the page. */
  readonly url: string
  /** Runs the host and the dapp in the page, as loading it does. */
  open(): Promise<void>
  /** Reloads the page. Its storage stays; everything that ran is gone. */
  reload(): Promise<void>
  /** Logs in through the Connect view, which is already open. */
  logIn(email: string): Promise<void>
  stop(): Promise<void>
}

export interface DappPageOptions {
  /** Code of the dapp: statements that export what the test calls as `latchkey`. */
  readonly dapp: string
  readonly chains: (node: EvmStack) => readonly number[]
  /** Of the host's page. Default: another site than the wallet's. */
  readonly hostName?: 'localhost' | '127.0.0.1'
  /** A Solana cluster that the host also lists. */
  readonly cluster?: Cluster
  /** The host keeps tokens that people add. */
  readonly keepsTokens?: boolean
}

export interface Cluster {
  readonly genesisHash: string
  readonly chainId: string
  readonly url: string
}

/** A host with the wallet, and on its page a dapp that finds it by EIP-6963 only, with the real frame, service and node. */
export async function openDappPage(options: DappPageOptions): Promise<DappPage> {
  const { dapp, chains, cluster, keepsTokens = false, hostName = 'localhost' } = options
  const started = await startHost()
  const host = { ...started, url: started.url.replace('localhost', hostName) }
  const running = await startService({ allowedOrigins: [host.url] })
  const node = await startEvm()
  const further = [
    ...(cluster ? ["export { defineSolanaNetwork, solana } from '@latchkey/plugin-solana'"] : []),
    ...(keepsTokens ? ["export { OwnTokens, ownTokens } from '@latchkey/plugin-balances'"] : []),
  ]
  const content = await bundle([dapp, ...further].join(';\n'))
  const profile = await openProfile()
  const page = await profile.context.newPage()
  const frame = page.frameLocator('[data-latchkey-frame] iframe')
  async function open() {
    await page.addScriptTag({ content })
    await page.evaluate(openDapp, {
      frameUrl: `${running.service.url}/frame`,
      rpcUrl: node.url,
      chains: [...chains(node)],
      cluster: cluster && { genesisHash: cluster.genesisHash, chainId: cluster.chainId, url: cluster.url },
    })
  }
  await page.goto(host.url)
  return {
    page,
    frame,
    node,
    running,
    url: host.url,
    open,
    async reload() {
      await page.reload()
      await open()
    },
    async logIn(email) {
      await page.waitForFunction(() => (globalThis as any).dapp.navigation.state.open)
      await page.evaluate((address) => (globalThis as any).dapp.auth.connectEmail(address), email)
      const entered = page.evaluate(
        async (code) => {
          const { auth, session, navigation } = (globalThis as any).dapp
          await auth.connectOtp(code)
          await session.connect({ connectorId: 'emailAuth' })
          navigation.close()
        },
        codeIn((await running.mail.next(email)).text),
      )
      await press(frame, 'I’ve written it down')
      await entered
    },
    async stop() {
      await profile.remove()
      await node.stop()
      await running.stop()
      host.server.close()
    },
  }
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

async function bundle(dapp: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        export { createKernel } from '@latchkey/kernel'
        export { Connector } from '@latchkey/kernel/plugin'
        export { NativeBalances, Navigation, Session } from '@latchkey/kernel/wallet'
        export { eip155 } from '@latchkey/plugin-eip155'
        export { EmailAuth, emailAuth } from '@latchkey/plugin-email-auth'
        export * from 'dapp'`,
      resolveDir: path('../../../plugins/eip155'),
    },
    alias: {
      '@latchkey/plugin-email-auth': path('../../../plugins/email-auth/src/index.ts'),
      '@latchkey/plugin-balances': path('../../../plugins/balances/src/index.ts'),
      '@latchkey/plugin-solana': path('../../../plugins/solana/src/index.ts'),
      '@latchkey/plugin-eip155': path('../../../plugins/eip155/src/index.ts'),
    },
    plugins: [
      {
        name: 'dapp',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^dapp$/ }, () => ({ path: 'dapp', namespace: 'dapp' }))
          onLoad({ filter: /^dapp$/, namespace: 'dapp' }, () => ({ contents: dapp, resolveDir: path('..') }))
        },
      },
    ],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'latchkey',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  })
  return outputFiles[0]?.text ?? ''
}

/** Runs in the page: the host with its wallet, and the dapp, which finds it by EIP-6963. */
async function openDapp({
  frameUrl,
  rpcUrl,
  chains,
  cluster,
}: {
  frameUrl: string
  rpcUrl: string
  chains: number[]
  cluster: Cluster | undefined
}) {
  const { createKernel, eip155, emailAuth, EmailAuth, NativeBalances, Navigation, Session } = (
    globalThis as any
  ).latchkey
  const networks = chains.map((id) => ({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }))
  // The wallet supports one more network, which the app doesn’t list.
  const everywhere = [...chains, 137].map((id) => `eip155:${id}`)
  const { ownTokens, OwnTokens, solana, defineSolanaNetwork, Connector } = (globalThis as any).latchkey
  const clusters = cluster
    ? [defineSolanaNetwork({ genesisHash: cluster.genesisHash, name: 'Local', rpcUrls: [cluster.url] })]
    : []
  const plugins = [
    eip155({ networks, injected: false }),
    emailAuth({
      frameUrl,
      networks: [...everywhere, ...clusters.map(({ id }: { id: string }) => id)],
      announce: true,
    }),
    ...(cluster ? [solana({ networks: clusters })] : []),
    ...(ownTokens ? [ownTokens()] : []),
  ]
  const kernel = createKernel(plugins, { logLevel: 'silent' })
  const [auth, navigation, session] = [kernel.get(EmailAuth), kernel.get(Navigation), kernel.get(Session)]
  navigation.attach(() => true)
  await kernel.start()
  const element = document.createElement('div')
  element.style.cssText = 'width:400px;height:600px'
  document.body.append(element)
  auth.placeFrame({ element, title: 'Wallet', closeLabel: 'Close', onClose: () => auth.dismissFrame() })
  const found: any[] = []
  while (found.length === 0) {
    const hear = (event: any) => found.push(event.detail)
    window.addEventListener('eip6963:announceProvider', hear)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    window.removeEventListener('eip6963:announceProvider', hear)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const [{ info, provider }] = found
  const heard: [string, unknown][] = []
  for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged', 'message'])
    provider.on(event, (payload: any) =>
      heard.push([event, payload instanceof Error ? { code: (payload as any).code } : payload]),
    )
  Object.assign(globalThis, {
    dapp: {
      kernel,
      auth,
      navigation,
      balances: kernel.get(NativeBalances),
      session,
      info,
      provider,
      heard,
      keptTokens: () => JSON.parse(JSON.stringify(kernel.get(OwnTokens).state.tokens)),
      connectors: () => kernel.list(Connector).map(({ id }: { id: string }) => id),
    },
  })
}
