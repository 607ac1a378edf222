import { base64 } from '@scure/base'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import type { SignDocument } from '../signDocument.js'

/** Writes a signed payment as the chain takes it: the protobuf of what the Amino document says. */
export function writeTransaction(
  document: SignDocument,
  publicKey: Uint8Array,
  signature: Uint8Array,
): string {
  const [{ value }] = document.msgs
  const message = MsgSend.encode({
    fromAddress: value.from_address,
    toAddress: value.to_address,
    amount: [...value.amount],
  }).finish()
  const body = TxBody.fromPartial({
    messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: message }],
    memo: document.memo,
  })
  const key = {
    typeUrl: '/cosmos.crypto.secp256k1.PubKey',
    value: PubKey.encode({ key: publicKey }).finish(),
  }
  const authInfo = AuthInfo.fromPartial({
    signerInfos: [
      {
        publicKey: key,
        modeInfo: { single: { mode: SignMode.SIGN_MODE_LEGACY_AMINO_JSON } },
        sequence: BigInt(document.sequence),
      },
    ],
    fee: { amount: [...document.fee.amount], gasLimit: BigInt(document.fee.gas) },
  })
  const raw = TxRaw.fromPartial({
    bodyBytes: TxBody.encode(body).finish(),
    authInfoBytes: AuthInfo.encode(authInfo).finish(),
    signatures: [signature],
  })
  return base64.encode(TxRaw.encode(raw).finish())
}
