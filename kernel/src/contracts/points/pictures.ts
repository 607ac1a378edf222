import { extensionPoint } from '../../keys/extensionPoint.js'
import { checkShape } from '../checkShape.js'
import type { NetworkId } from '../caip.js'

/** What a picture is wanted of. */
export type PictureSubject =
  | { readonly kind: 'network'; readonly networkId: NetworkId }
  /** The native coin of a network that the host listed. */
  | { readonly kind: 'coin'; readonly networkId: NetworkId; readonly symbol: string }
  /** `address` as its namespace writes it: a contract, a mint, the number of an asset. */
  | { readonly kind: 'token'; readonly networkId: NetworkId; readonly address: string }
  /** A wallet by its id in the wallet directory, or by the EIP-6963 `rdns` that it announces. */
  | { readonly kind: 'wallet'; readonly walletId?: string | undefined; readonly rdns?: string | undefined }

/** Where pictures come from. */
export interface PictureSource {
  readonly id: string
  /**
   * Called when something without a picture of its own comes into sight. Returns a `data:` or `https:` address for an
   * `<img>`, or `undefined` for what it does not know: initials are drawn then. Never called for what brings its picture.
   */
  find(subject: PictureSubject): Promise<string | undefined>
}

/** Asked in the order of the host's plugins; the first picture is shown. */
export const Pictures = extensionPoint<PictureSource>('latchkey.pictures', {
  check: (source) => checkShape('latchkey.pictures', source, { find: 'function' }),
})
