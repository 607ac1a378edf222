export default function SwapView({ params }: { readonly params: { readonly from?: string } }) {
  return <p>{params.from}</p>
}
