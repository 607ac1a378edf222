import { Badge, useCounted } from '@latchkey/ui-react'

/** The built-in list offers at least so many, known without loading it. A test holds it to the list. */
export const wholeList = 170

export default function WalletCount() {
  return <Badge>{`${useCounted()(wholeList).countText}+`}</Badge>
}
