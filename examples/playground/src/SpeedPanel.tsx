import { speeds } from './speeds.js'

/** Size and speed beside other libraries, and where it says how they were measured. */
export function SpeedPanel() {
  return (
    <section className="card speed" aria-labelledby="speed-title">
      <h2 id="speed-title">What it costs to load</h2>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">First script, gzip</th>
            <th scope="col">List on a slow phone</th>
            <th scope="col">Packages installed</th>
          </tr>
        </thead>
        <tbody>
          {speeds.map(({ name, script, phone, packages }) => (
            <tr key={name} data-own={name.startsWith('Latchkey') || undefined}>
              <th scope="row">{name}</th>
              <td>{Math.round(Number(script))} kB</td>
              <td>{(phone / 1000).toFixed(1)} s</td>
              <td>{packages}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">
        The time runs until the list of wallets is on screen, with Connect pressed as soon as it can be.
        RainbowKit 2.2.11 and ConnectKit 1.9.2 run without their own list of wallets and without
        WalletConnect. <a href="/docs/bench/RESULTS.md#the-connect-job">How this was measured</a>
      </p>
    </section>
  )
}
