import type { Helper } from './Helper.js'

const packages = ['@latchkey/kernel', '@latchkey/plugin-solana', '@latchkey/ui-react', '@solana/web3.js']

export const useWallet: Helper = {
  name: 'useWallet',
  isMarkup: false,
  packages: [...packages, '@scure/base'],
  text: `import { SignMessage, SignTransaction } from '@latchkey/kernel/contracts'
import type { ActiveWallet } from '@latchkey/kernel/wallet'
import { SignAllTransactions, SignAndSendTransaction } from '@latchkey/plugin-solana'
import { useAccount, useDisconnect, useModal, useWallet as useActiveWallet } from '@latchkey/ui-react'
import { base58 } from '@scure/base'
import { type Connection, PublicKey, type SendOptions, type Signer, Transaction, VersionedTransaction } from '@solana/web3.js'
import { useMemo } from 'react'

type AnyTransaction = Transaction | VersionedTransaction

export interface SendTransactionOptions extends SendOptions {
  signers?: Signer[]
}

/** The connected wallet with the members that wallet-adapter's hook of this name had, in objects of web3.js. */
export function useWallet() {
  const { status, isConnected } = useAccount({ namespace: 'solana' })
  const { status: leaving, disconnect } = useDisconnect()
  const { openFor } = useModal()
  const active = useActiveWallet({ namespace: 'solana' })
  const means = useMemo(() => meansOf(active), [active])
  return {
    ...means,
    connected: isConnected,
    connecting: status === 'connecting' || status === 'reconnecting',
    disconnecting: leaving === 'pending',
    wallet: active ? { adapter: { name: active.connection.name, icon: active.connection.icon } } : null,
    /** Opens the modal, in which the person chooses a wallet. */
    connect: async () => void openFor('solana'),
    disconnect: async () => void (await disconnect({ namespace: 'solana' })),
  }
}

/** Functions are absent where the wallet lacks them. */
function meansOf(wallet: ActiveWallet | undefined) {
  const signer = wallet?.use(SignTransaction)
  const several = wallet?.use(SignAllTransactions)
  const speaker = wallet?.use(SignMessage)
  return {
    publicKey: wallet ? new PublicKey(wallet.account.address) : null,
    sendTransaction: (transaction: AnyTransaction, connection: Connection, options?: SendTransactionOptions) =>
      sendTransaction(wallet, transaction, connection, options),
    signMessage:
      speaker && (async (message: Uint8Array) => base58.decode((await speaker.sign({ message })).signature)),
    signTransaction:
      signer &&
      (async <Kind extends AnyTransaction>(transaction: Kind) =>
        read(transaction, await signer.sign({ transaction: wire(transaction) }))),
    signAllTransactions:
      several &&
      (async <Kind extends AnyTransaction>(transactions: Kind[]) => {
        const signed = await several.sign({ transactions: transactions.map(wire) })
        return transactions.map((transaction, index) => read(transaction, signed[index] ?? new Uint8Array()))
      }),
  }
}

async function sendTransaction(
  wallet: ActiveWallet | undefined,
  transaction: AnyTransaction,
  connection: Connection,
  { signers = [], skipPreflight, maxRetries, minContextSlot, preflightCommitment }: SendTransactionOptions = {},
): Promise<string> {
  const sender = wallet?.use(SignAndSendTransaction)
  if (!wallet || !sender) throw new Error('Connect a Solana wallet that sends transactions.')
  if (transaction instanceof VersionedTransaction) {
    if (signers.length > 0) transaction.sign(signers)
  } else {
    transaction.feePayer ??= new PublicKey(wallet.account.address)
    transaction.recentBlockhash ??= (await connection.getLatestBlockhash(preflightCommitment)).blockhash
    if (signers.length > 0) transaction.partialSign(...signers)
  }
  const options = { skipPreflight, maxRetries, minContextSlot }
  return (await sender.send({ transaction: wire(transaction), options })).id
}

const wire = (transaction: AnyTransaction): Uint8Array =>
  transaction instanceof VersionedTransaction
    ? transaction.serialize()
    : transaction.serialize({ requireAllSignatures: false, verifySignatures: false })

/** The wallet may have changed the transaction: what came back is what counts. */
const read = <Kind extends AnyTransaction>(asked: Kind, bytes: Uint8Array): Kind =>
  (asked instanceof VersionedTransaction ? VersionedTransaction.deserialize(bytes) : Transaction.from(bytes)) as Kind
`,
}

export const useAnchorWallet: Helper = {
  name: 'useAnchorWallet',
  isMarkup: false,
  packages,
  needs: [useWallet],
  text: `import { useMemo } from 'react'
import { useWallet } from './useWallet'

/** The connected wallet as Anchor's \`AnchorProvider\` takes it. Absent while there is none that signs. */
export function useAnchorWallet() {
  const { publicKey, signTransaction, signAllTransactions } = useWallet()
  return useMemo(
    () =>
      publicKey && signTransaction && signAllTransactions
        ? { publicKey, signTransaction, signAllTransactions }
        : undefined,
    [publicKey, signTransaction, signAllTransactions],
  )
}
`,
}

export const useWalletModal: Helper = {
  name: 'useWalletModal',
  isMarkup: false,
  packages: ['@latchkey/ui-react'],
  text: `import { useModal } from '@latchkey/ui-react'

/** Opens and closes the modal. */
export function useWalletModal() {
  const { isOpen, openFor, close } = useModal()
  return {
    visible: isOpen,
    setVisible: (open: boolean) => void (open ? openFor('solana') : close()),
  }
}
`,
}

/** The kernel of an app on Solana alone. @param network the name of a network that the plugin exports */
export function solanaKernel(network: string, endpoint: string | undefined): Helper {
  const options = endpoint === undefined ? '' : `, rpcUrls: { [${network}.id]: [${endpoint}] }`
  return {
    name: 'kernel',
    isMarkup: false,
    packages: ['@latchkey/kernel', '@latchkey/plugin-solana', 'valtio@2'],
    text: `import { createKernel } from '@latchkey/kernel'
import { solana, ${network} } from '@latchkey/plugin-solana'

export const kernel = createKernel([solana({ networks: [${network}]${options} })])
`,
  }
}
