import { Badge, useCounted } from '@latchkey/ui-react'

/** The built-in list has at least so many, known without loading it. A test holds it to the list. */
export const wholeList = 180

export default function WalletCount() {
  return <Badge>{`${useCounted()(wholeList).countText}+`}</Badge>
}
