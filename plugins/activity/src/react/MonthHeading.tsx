/** The month over its transactions. */
export function MonthHeading({ label }: { readonly label: string }) {
  return <h3 className="lk-list-heading">{label}</h3>
}
