import { expect, test } from "vitest"
import { hashedPlaceOf } from "./hashed-place.ts"
import { hmacUnder } from "./hmac.ts"

const hashed = hmacUnder("pepper")

test("stored hashes of a visitor's address stay as they are, for vaults and for shared files", () => {
  const four = { kind: "visitor", address: "203.0.113.9" } as const
  const six = { kind: "visitor", address: "2001:db8:1:2::9" } as const
  expect(hashedPlaceOf(four, { hashed, label: "vault" })).toEqual({
    place: "2xC7tXxuclO9XUoSoEcB1VRQwxLavbHxeAevTB--pt0",
    network: null,
  })
  expect(hashedPlaceOf(six, { hashed, label: "vault" })).toEqual({
    place: "nMtEwv2qGpl7y85l2mnUwxlIVPbWl6fkY6_5-1cS6Jo",
    network: "EBtDnMThrAUld_V_6icnzDM-1QO5a6k3z114WXL6d7w",
  })
  expect(hashedPlaceOf(six, { hashed, label: "sharing held address" })).toEqual({
    place: "-v7282iZt1_sPcrY_QpUc7Jk8m-bPYrpowOG7eJHoWU",
    network: "t44J9LiuhxI_ePMGKs5yL5Yzgw2IBJQEnnhmPlZhszo",
  })
})

test("of whoever has a code no place is noted", () => {
  expect(hashedPlaceOf({ kind: "code", address: "203.0.113.9" }, { hashed, label: "vault" })).toEqual({
    place: null,
    network: null,
  })
})
