import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { findChromium, findHeadlessShell } from "../e2e/support/chromium.ts"

interface Tool {
  readonly name: "chromium" | "postgresql" | "storages"
  readonly isThere: () => boolean
  /** Debian's packages that bring it. */
  readonly packages: readonly string[]
  /** Others that make the tests quicker, where there are such, and whether they are there. */
  readonly quicker?: readonly string[]
  readonly isQuickerThere?: () => boolean
  /** The tests that are impossible without it. */
  readonly without: string
}

const tools: readonly Tool[] = [
  {
    name: "chromium",
    isThere: () => findChromium() !== undefined,
    packages: ["chromium", "fonts-noto-color-emoji"],
    quicker: ["chromium-headless-shell"],
    isQuickerThere: () => Boolean(process.env["CHROMIUM_PATH"]) || findHeadlessShell() !== undefined,
    without: "the browser tests are skipped",
  },
  {
    name: "postgresql",
    isThere: () => Boolean(process.env["TEST_DATABASE_URL"]) || hasDebianPostgres(),
    packages: ["postgresql"],
    without: "the tests of the ledger on PostgreSQL are skipped (or set TEST_DATABASE_URL)",
  },
  {
    name: "storages",
    isThere: () =>
      [
        "/usr/sbin/apache2",
        "/usr/bin/rclone",
        "/usr/bin/redis-server",
        "/usr/lib/nginx/modules/ngx_http_dav_ext_module.so",
      ].every((path) => existsSync(path)),
    packages: ["apache2", "nginx-light", "libnginx-mod-http-dav-ext", "rclone", "redis-server"],
    without: "the tests with real WebDAV servers and Redis are skipped",
  },
]

/**
 * Looks for the wanted programs, which some tests need. As root on Debian the missing ones are installed, after saying so;
 * elsewhere it is said what is skipped.
 * @returns the names of those that are still missing
 */
export function prepareTestTools(wanted: readonly Tool["name"][]): readonly Tool["name"][] {
  const needed = tools.filter(({ name }) => wanted.includes(name))
  const missing = needed.filter((tool) => !tool.isThere())
  // Not every Debian has the quicker browser: only CI looks for it at each run.
  const seeksQuicker = process.env["CI"] === "true"
  const toInstall = needed.filter(
    (tool) => missing.includes(tool) || (seeksQuicker && tool.isQuickerThere?.() === false),
  )
  if (toInstall.length > 0 && process.getuid?.() === 0 && existsSync("/etc/debian_version"))
    installDebianPackages(toInstall)
  const stillMissing = missing.filter((tool) => !tool.isThere())
  for (const { name, without } of stillMissing) console.log(`${name} was not found: ${without}.`)
  return stillMissing.map(({ name }) => name)
}

function hasDebianPostgres(): boolean {
  const root = "/usr/lib/postgresql"
  return existsSync(root) && readdirSync(root).some((version) => existsSync(`${root}/${version}/bin/initdb`))
}

function installDebianPackages(missing: readonly Tool[]): void {
  const packages = missing.flatMap(({ packages }) => packages)
  const quicker = missing.flatMap(({ quicker = [] }) => quicker)
  console.log(`Installing what the tests need: apt-get install ${packages.join(" ")}`)
  const aptGet = (...args: string[]) =>
    spawnSync("apt-get", ["-qq", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0
  const install = (names: readonly string[]) => aptGet("install", "-y", "--no-install-recommends", ...names)
  withoutServices(() => {
    if (!aptGet("update") || !install(packages)) return
    if (quicker.length > 0 && !install(quicker)) console.log(`Not to be had here: ${quicker.join(" ")}`)
  })
}

/** Debian starts what it installs; this is its own way to say no. The tests start throw-away servers themselves. */
function withoutServices(work: () => void): void {
  const policy = "/usr/sbin/policy-rc.d"
  if (existsSync(policy)) return work()
  writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 })
  try {
    work()
  } finally {
    rmSync(policy)
  }
}
