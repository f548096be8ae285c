import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { junitReport, sarifReport } from "../src/reports/ci.ts";
import { changing, reportOn } from "./support/run.ts";

const report = await reportOn(
  changing("getHealth", () => ({ body: "{}" }), 200),
  { write: false },
);

test("SARIF passes the schema of 2.1.0.", () => {
  const { resolve } = createRequire(import.meta.url);
  const file = resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  // Of draft 4, whose `id` is the `$id` of what ajv reads.
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file, "utf8"));
  const ajv = new Ajv({
    unicodeRegExp: false,
    strict: false,
    validateFormats: false,
    allErrors: true,
  });
  ajv.validate(schema, JSON.parse(sarifReport(report)));
  expect(ajv.errors).toBeNull();
});

/** What Jenkins reads of JUnit, as far as these reports use it. */
const jenkins = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
<xs:complexType name="outcome" mixed="true"><xs:attribute name="message"/></xs:complexType>
<xs:element name="testsuites"><xs:complexType>
  <xs:sequence><xs:element ref="testsuite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  <xs:attribute name="name"/><xs:attribute name="time"/><xs:attribute name="tests"/>
  <xs:attribute name="failures"/><xs:attribute name="errors"/>
</xs:complexType></xs:element>
<xs:element name="testsuite"><xs:complexType>
  <xs:sequence><xs:element ref="testcase" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  <xs:attribute name="name" use="required"/><xs:attribute name="tests" use="required"/>
  <xs:attribute name="failures" use="required"/><xs:attribute name="errors" use="required"/>
  <xs:attribute name="skipped"/><xs:attribute name="time"/>
</xs:complexType></xs:element>
<xs:element name="testcase"><xs:complexType>
  <xs:choice minOccurs="0" maxOccurs="unbounded">
    <xs:element name="skipped" type="outcome"/><xs:element name="error" type="outcome"/>
    <xs:element name="failure" type="outcome"/>
  </xs:choice>
  <xs:attribute name="name" use="required"/><xs:attribute name="classname"/><xs:attribute name="time"/>
</xs:complexType></xs:element></xs:schema>`;

test("JUnit passes the schema of Jenkins.", async () => {
  const { errors } = await validateXML({
    xml: [{ fileName: "junit.xml", contents: junitReport(report) }],
    schema: [jenkins],
  });
  expect(errors).toEqual([]);
});
