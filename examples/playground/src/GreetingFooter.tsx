/** The line the greeting plugin adds to the Connect view. */
export default function GreetingFooter() {
  return <p className="greeting">Hello from a plugin of the page itself.</p>
}
