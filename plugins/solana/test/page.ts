import { Balance, SignMessage, Send, findCapability } from '@latchkey/kernel/contracts'
import { Connector, Namespace, type Token } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { createKernel } from '@latchkey/kernel'
import { defineSolanaNetwork, SignIn, solana, SolanaProvider } from '../src/index.js'

declare global {
  interface Window {
    app: typeof app
  }
}

/** The page of an app, reduced to what the tests do on it. The query says which chain and endpoints it uses. */
const query = new URLSearchParams(location.search)
const network = defineSolanaNetwork({
  genesisHash: query.get('genesisHash') ?? '',
  name: 'Localnet',
  rpcUrls: query.getAll('rpc'),
})
const kernel = createKernel([solana({ networks: [network] })])
const session = kernel.get(Session)

function capabilityOf<T>(key: Token<T>): T {
  const found = findCapability(kernel.list(Namespace)[0]?.capabilities ?? [], key)
  if (!found) throw new Error(`no ${key.id}`)
  return found
}

function connected() {
  const account = session.activeAccount('solana')
  if (!account) throw new Error('not connected')
  return { account, networkId: network.id, provider: session.provider(SolanaProvider) }
}

const app = {
  restored: () => session.state.restored,
  address: () => session.activeAccount('solana')?.address,
  /** Connects the only wallet of the page. */
  connect: () =>
    session
      .connect({ connectorId: kernel.list(Connector)[0]?.id ?? '' })
      .then((record) => record.accounts.length),
  disconnect: () => session.disconnect(),
  balance: async () =>
    `${(await capabilityOf(Balance).native({ ...connected(), address: connected().account.address })).value}`,
  sign: (message: string) => capabilityOf(SignMessage).sign({ ...connected(), message }),
  signIn: async (nonce: string) =>
    (await capabilityOf(SignIn).signIn({ ...connected(), input: { nonce, statement: 'Welcome' } })).message,
  async send(to: string, amount: string, token?: { address: string; decimals: number; symbol: string }) {
    const { account, networkId, provider } = connected()
    const prepared = await capabilityOf(Send).prepare({
      networkId,
      provider,
      from: account,
      to,
      amount: BigInt(amount),
      ...(token ? { token } : {}),
    })
    return (await (await prepared.submit()).wait()).status
  },
}
window.app = app
void kernel.start()
