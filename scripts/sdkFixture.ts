import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Signs with the connected wallet through viem, ethers and wagmi, from what is installed, without the workspace. */
const script = `
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeWallet } from '@latchkey/kernel/testing'
import { Eip155Provider, eip155 } from '@latchkey/plugin-eip155'
import { latchkeyConnector } from '@latchkey/plugin-eip155/wagmi'
import { createConfig, disconnect, getAccount, http, signMessage } from '@wagmi/core'
import { BrowserProvider } from 'ethers'
import { createWalletClient, custom, getAddress, hexToString } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'

const signer = privateKeyToAccount(generatePrivateKey())
const provider = {
  async request({ method, params }) {
    if (method === 'eth_chainId') return '0x1'
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [signer.address]
    if (method === 'personal_sign') return signer.signMessage({ message: hexToString(params[0]) })
    throw Object.assign(new Error(method), { code: 4200 })
  },
}
const { connector } = fakeWallet({
  accounts: [fakeAccount('eip155:1', signer.address)],
  networks: { eip155: 'eip155:1' },
  provider: () => provider,
  answers: { connect: 'approve', disconnect: 'approve' },
})
const wallets = definePlugin({
  id: 'fixture.wallet',
  kernel: '^1.0.0',
  setup: (context) => void context.add(Connector, connector),
})
const kernel = createKernel([eip155({ networks: [mainnet] }), wallets], { storage: memoryStorage(), onPluginError: 'throw' })
const config = createConfig({
  chains: [mainnet],
  connectors: [latchkeyConnector(kernel)],
  multiInjectedProviderDiscovery: false,
  storage: null,
  transports: { [mainnet.id]: http() },
})
await kernel.start()
await kernel.get(Session).connect({ connectorId: connector.id })
const wallet = kernel.get(Wallets).active('eip155')
const found = wallet.provider(Eip155Provider)

const expected = await signer.signMessage({ message: 'Hello' })
const same = (name, signature) => signature === expected || fail(name + ' signed something else: ' + signature)
const fail = (sentence) => {
  throw new Error(sentence)
}
same('ethers', await (await new BrowserProvider(found).getSigner(signer.address)).signMessage('Hello'))
const client = createWalletClient({ account: getAddress(wallet.account.address), chain: mainnet, transport: custom(found) })
same('viem', await client.signMessage({ message: 'Hello' }))
same('wagmi', await signMessage(config, { message: 'Hello' }))
await disconnect(config)
if (kernel.get(Session).state.connections.length > 0) fail('wagmi did not disconnect the wallet.')
if (getAccount(config).status !== 'disconnected') fail('wagmi is still connected.')
await kernel.dispose()
process.exit(0)
`

/** Runs it in a project where the packages and the SDKs are installed. Returns what is wrong, as sentences. */
export function sdkProblems(project: string): readonly string[] {
  writeFileSync(join(project, 'sdks.mjs'), script)
  try {
    execFileSync('node', ['sdks.mjs'], { cwd: project, stdio: 'pipe', timeout: 60_000 })
    return []
  } catch (error) {
    const { stderr } = error as { stderr: Buffer }
    return ['The wallet could not be used by an SDK.', ...`${stderr}`.trim().split('\n').slice(-20)]
  }
}
