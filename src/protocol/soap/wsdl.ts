/**
 * The WSDL of the SOAP port, written from the same tables as the envelopes: WSDL 1.1, RPC style, encoded, empty SOAPAction.
 *
 * Source: the gateway interface document, section 9 (G-SOAP-01, 03, 12) and its WSDL; WSDL 1.1 section 3.
 * @module
 */
import { EncodeError } from '../../errors.js';
import { escapeAttribute } from '../../xml/characters.js';
import { namespaceOf } from './format.js';
import { type Accessor, COMPLEX_TYPES, isOwnType, listAccessors, listParts, SIMPLE_TYPES } from './schema.js';
import { NAMESPACES } from './tree.js';
import { SOAP_OPERATIONS, type SoapOperation } from './types.js';

/** Options of {@link wsdl}. */
export interface WsdlOptions {
  /** URL of the SOAP port, such as `https://gateway.example.com/sendsms3`. */
  readonly address: string;
  /** Namespace URI of the operations; `soap.SOAP_NAMESPACE` by default. */
  readonly namespace?: string | undefined;
}

const PURPOSES: { readonly [O in SoapOperation]: string } = {
  SubmitMessage: 'Submit one message to one or more recipients',
  SubmitDeliveryReceipt: 'Hand over a delivery receipt (the gateway is the caller)',
  DeliverMessage: 'Hand over an incoming message (the gateway is the caller)',
  AvailableMessages: 'Approximate number of messages left',
  AvailableCredit: 'Credit left',
};

/**
 * Returns the WSDL 1.1 document of a gateway, for `GET /sendsms3?wsdl` (G-SOAP-12).
 * @throws EncodeError `bad-value` for a namespace or an address that is not a URI.
 */
export function wsdl({ address, namespace }: WsdlOptions): string {
  if (typeof address !== 'string') throw new TypeError('the address is not a string');
  if (!/^https?:\/\/[^\s<>"{}|\\^`]+$/.test(address)) {
    throw EncodeError.badValue('address', 'is no address of HTTP');
  }
  const urn = escapeAttribute(namespaceOf(namespace));
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<wsdl:definitions name="MessagingGateway" targetNamespace="${urn}"`,
    `    xmlns:tns="${urn}"`,
    `    xmlns:xsd="${NAMESPACES.schema}"`,
    '    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"',
    `    xmlns:soapenc="${NAMESPACES.encoding}"`,
    '    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">',
    ...typeLines(urn),
    ...SOAP_OPERATIONS.flatMap(messageLines),
    '  <wsdl:portType name="MessagingGatewayPortType">',
    ...SOAP_OPERATIONS.flatMap(portLines),
    '  </wsdl:portType>',
    '  <wsdl:binding name="MessagingGatewayBinding" type="tns:MessagingGatewayPortType">',
    '    <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>',
    ...SOAP_OPERATIONS.flatMap((operation) => bindingLines(operation, urn)),
    '  </wsdl:binding>',
    '  <wsdl:service name="MessagingGatewayService">',
    '    <wsdl:port name="MessagingGatewayPort" binding="tns:MessagingGatewayBinding">',
    `      <soap:address location="${escapeAttribute(address)}"/>`,
    '    </wsdl:port>',
    '  </wsdl:service>',
    '</wsdl:definitions>',
  ];
  return `${lines.join('\n')}\n`;
}

function typeLines(urn: string): string[] {
  return [
    '  <wsdl:types>',
    `    <xsd:schema targetNamespace="${urn}" elementFormDefault="unqualified" attributeFormDefault="unqualified">`,
    `      <xsd:import namespace="${NAMESPACES.encoding}"/>`,
    ...Object.entries(SIMPLE_TYPES).flatMap(([name, choices]) => (choices === undefined ? [] : choiceLines(name, choices))),
    ...Object.entries(COMPLEX_TYPES).flatMap(([name, elements]) => complexLines(name, listAccessors(elements))),
    ...SOAP_OPERATIONS.flatMap((operation) => complexLines(`${operation}Response`, listParts(operation, 'answer'))),
    '    </xsd:schema>',
    '  </wsdl:types>',
  ];
}

function choiceLines(name: string, choices: readonly string[]): string[] {
  return [
    `      <xsd:simpleType name="${name}">`,
    '        <xsd:restriction base="xsd:string">',
    ...choices.map((choice) => `          <xsd:enumeration value="${choice}"/>`),
    '        </xsd:restriction>',
    '      </xsd:simpleType>',
  ];
}

function complexLines(name: string, elements: readonly Accessor[]): string[] {
  return [
    `      <xsd:complexType name="${name}">`,
    '        <xsd:sequence>',
    ...elements.map((element) => {
      const attributes = [
        `name="${element.name}" type="${typeOf(element)}"`,
        element.isOptional === true ? ' minOccurs="0"' : '',
        element.isRepeated === true ? ' maxOccurs="unbounded"' : '',
        element.isNillable === true ? ' nillable="true"' : '',
      ];
      return `          <xsd:element ${attributes.join('')}/>`;
    }),
    '        </xsd:sequence>',
    '      </xsd:complexType>',
  ];
}

function messageLines(operation: SoapOperation): string[] {
  return (['call', 'answer'] as const).flatMap((direction) => [
    `  <wsdl:message name="${operation}${direction === 'call' ? 'Request' : 'Response'}">`,
    ...listParts(operation, direction).map((part) => `    <wsdl:part name="${part.name}" type="${typeOf(part)}"/>`),
    '  </wsdl:message>',
  ]);
}

function portLines(operation: SoapOperation): string[] {
  return [
    `    <wsdl:operation name="${operation}">`,
    `      <wsdl:documentation>${PURPOSES[operation]}</wsdl:documentation>`,
    `      <wsdl:input message="tns:${operation}Request"/>`,
    `      <wsdl:output message="tns:${operation}Response"/>`,
    '    </wsdl:operation>',
  ];
}

function bindingLines(operation: SoapOperation, urn: string): string[] {
  const body = `<soap:body use="encoded" namespace="${urn}" encodingStyle="${NAMESPACES.encoding}"/>`;
  return [
    `    <wsdl:operation name="${operation}">`,
    '      <soap:operation soapAction="" style="rpc"/>',
    `      <wsdl:input>${body}</wsdl:input>`,
    `      <wsdl:output>${body}</wsdl:output>`,
    '    </wsdl:operation>',
  ];
}

function typeOf({ type }: Accessor): string {
  return `${isOwnType(type) ? 'tns' : 'xsd'}:${type}`;
}
