import { useConnection, useWallet } from '@solana/wallet-adapter-react'
import {
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { useState } from 'react'

const jar = new PublicKey(window.tipJar.jar)

/** The app's own code on web3.js, which stays. */
export function Tip() {
  const { connection } = useConnection()
  const { publicKey, sendTransaction, signMessage, signTransaction } = useWallet()
  const [signature, setSignature] = useState('')
  const [decision, setDecision] = useState('')

  const transfer = (payer: PublicKey, lamports: number) =>
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: jar, lamports })

  async function confirm(sent: string) {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
    const { value } = await connection.confirmTransaction({
      signature: sent,
      blockhash,
      lastValidBlockHeight,
    })
    setDecision(value.err ? 'failed' : 'confirmed')
  }

  async function sign() {
    const signed = await signMessage?.(new TextEncoder().encode('Thank you'))
    setSignature(signed ? Array.from(signed, (byte) => byte.toString(16).padStart(2, '0')).join('') : '')
  }

  async function send() {
    if (!publicKey) return
    setDecision('')
    const transaction = new Transaction().add(transfer(publicKey, LAMPORTS_PER_SOL / 4))
    await confirm(await sendTransaction(transaction, connection))
  }

  async function signAndSend() {
    if (!publicKey || !signTransaction) return
    setDecision('')
    const { blockhash } = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: publicKey,
      recentBlockhash: blockhash,
      instructions: [transfer(publicKey, LAMPORTS_PER_SOL / 2)],
    })
    const signed = await signTransaction(new VersionedTransaction(message.compileToV0Message()))
    await confirm(await connection.sendRawTransaction(signed.serialize()))
  }

  return (
    <section>
      <output data-testid="address">{publicKey?.toBase58()}</output>
      <button type="button" data-testid="sign" onClick={sign}>
        Sign
      </button>
      <output data-testid="signature">{signature}</output>
      <button type="button" data-testid="send" onClick={send}>
        Tip
      </button>
      <button type="button" data-testid="sign-and-send" onClick={signAndSend}>
        Tip more
      </button>
      <output data-testid="decision">{decision}</output>
    </section>
  )
}
