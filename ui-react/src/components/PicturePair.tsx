import { WalletIcon } from './WalletIcon.js'

export interface PicturePairProps {
  readonly left: { readonly name: string; readonly src?: string | undefined }
  readonly right: { readonly name: string; readonly src?: string | undefined }
  /** Moves while something passes between the two. */
  readonly active?: boolean | undefined
}

/** Two parties to one thing, an app and a wallet: their pictures meet, and move while they talk. Decoration. */
export function PicturePair({ left, right, active = false }: PicturePairProps) {
  return (
    <span className="lk-pair" data-active={active ? '' : undefined} aria-hidden="true">
      <span className="lk-pair-picture" data-side="left">
        <WalletIcon name={left.name} src={left.src} size="xl" />
      </span>
      <span className="lk-pair-picture" data-side="right">
        <WalletIcon name={right.name} src={right.src} size="xl" />
      </span>
    </span>
  )
}
