import { Greeting } from './Greeting.tsx'

export default function Page() {
  return (
    <main>
      <h1>__packageName__</h1>
      <Greeting />
    </main>
  )
}
