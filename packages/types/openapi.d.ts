// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
export interface paths {
    "/v1/flow_instances/{flowInstanceId}/relationships/container_instances/{containerInstanceId}/relationships/process_instances/{processInstanceId}/relationships/task_instances/{taskInstanceId}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a smart contract instance
         * @description Resets a smart contract instance that has executed with an error, and acknowledges the request. The four path
         *     parameters name the instance by its place in the hierarchy of flow, container, process and task instances.
         */
        post: operations["resetSmartContractInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data_dictionary/variables_cages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get info about a variable cage
         * @description Reads the full information about one variable cage of the data dictionary. The author, the client and the
         *     values are returned with it when `include` asks for them.
         */
        get: operations["getVariablesCage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: uuid
         * @description A UUID of version 4.
         */
        UuidV4: string;
        /** @description The response to a reset. */
        Acknowledge: {
            /** @description `true`: the request is correct. `false`: the request is incorrect. */
            acknowledge: boolean;
        };
        /** @description A document that holds one variable cage. */
        VariableCageDocument: {
            /** @description The variable cage. */
            data: components["schemas"]["VariableCage"];
        };
        /** @description A named collection of values of one category, in the data dictionary. */
        VariableCage: {
            /**
             * @description The resource type name.
             * @example variables_cages
             */
            type: string;
            /**
             * @description The id of the variable cage.
             * @example cage-text
             */
            id: string;
            /** @description What describes the cage itself. */
            attributes: components["schemas"]["VariableCageAttributes"];
            /** @description The related resources that `include` asked for. */
            relationships?: components["schemas"]["VariableCageRelationships"];
        };
        /** @description The attributes of a variable cage. */
        VariableCageAttributes: {
            /**
             * @description The name of the variable cage.
             * @example Parties to the contract
             */
            name: string;
            /**
             * @description Who can change the cage. `system`: created by the system and cannot be changed. `custom`: can be created by a user.
             * @enum {string}
             */
            type: "system" | "custom";
            /**
             * @description The kind of content that the cage holds, one category per kind.
             * @enum {string}
             */
            category: "text" | "date" | "file";
        };
        /** @description The related resources of a variable cage. */
        VariableCageRelationships: {
            /** @description The values in the cage. */
            values?: components["schemas"]["CageValuesRelationship"];
            /** @description The client of the cage. */
            client?: components["schemas"]["ClientRelationship"];
            /** @description The user who created the cage. */
            author?: components["schemas"]["AuthorRelationship"];
        };
        /** @description Holds the values of a cage. */
        CageValuesRelationship: {
            /** @description The values in the cage. */
            data: components["schemas"]["CageValue"][];
        };
        /** @description One value in a cage. */
        CageValue: {
            /**
             * @description The resource type name.
             * @example variables
             */
            type: string;
            /**
             * @description The id of the value.
             * @example value-1
             */
            id: string;
            /** @description What describes the value. */
            attributes: components["schemas"]["CageValueAttributes"];
        };
        /** @description The attributes of a cage value. */
        CageValueAttributes: {
            /**
             * @description The id of the value.
             * @example value-1
             */
            id: string;
            /**
             * @description The name of the variable.
             * @example Seller
             */
            name: string;
            /**
             * @description The value: either a plain string or a link to a file.
             * @example Ada Lovelace
             */
            value: string;
            /**
             * @description The reference of the value.
             * @example reference-1
             */
            value_reference: string;
            /**
             * @description Used to sort the values in the cage.
             * @example 1
             */
            weight: number;
        };
        /** @description Holds the client of a cage. */
        ClientRelationship: {
            /** @description The client. */
            data: components["schemas"]["Client"];
        };
        /** @description A client of the tenant. */
        Client: {
            /**
             * @description The type of the client.
             * @example clients
             */
            type: string;
            /**
             * @description The id of the client.
             * @example 8f14e45f-ceea-4672-a9b1-5d2c3e4f6a70
             */
            id: components["schemas"]["UuidV4"];
            /** @description What describes the client. */
            attributes: components["schemas"]["ClientAttributes"];
        };
        /** @description The attributes of a client. */
        ClientAttributes: {
            /**
             * @description The client name.
             * @example Analytical Engines
             */
            name: string;
            /** @description Whether the client is a simulation, the mode in which the tenant can act as a client. */
            is_simulation: boolean;
            /** @description Whether the client has members. */
            has_members: boolean;
            /**
             * @description Date and time of creation.
             * @example 2024-01-15T09:30:00Z
             */
            created_at: string;
            /**
             * @description Date and time of the last change.
             * @example 2024-06-01T12:00:00Z
             */
            updated_at: string;
            /**
             * @description Date and time of archiving.
             * @example 2030-01-01T00:00:00Z
             */
            archive_at?: string;
            /**
             * @description Date and time when the client will be fully removed from the system.
             * @example 2030-04-01T00:00:00Z
             */
            remove_at?: string;
        };
        /** @description Holds the author of a cage. */
        AuthorRelationship: {
            /** @description The author. */
            data: components["schemas"]["Author"];
        };
        /** @description The user who created the entity. */
        Author: {
            /**
             * @description The resource type name.
             * @example users
             */
            type: string;
            /**
             * @description The id of the user.
             * @example user-1
             */
            id: string;
            /** @description What describes the author. */
            attributes: components["schemas"]["AuthorAttributes"];
            /** @description The related resources of the author. */
            relationships: components["schemas"]["AuthorRelationships"];
        };
        /** @description The attributes of an author. */
        AuthorAttributes: {
            /**
             * @description The type of the author.
             * @example user
             */
            type: string;
            /**
             * @description The scope of the author.
             * @example tenant
             */
            scope: string;
            /**
             * @description The e-mail address of the author.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description Date and time when the author was archived.
             * @example 2025-03-01T08:00:00Z
             */
            archived_at?: string;
        };
        /** @description The related resources of an author. */
        AuthorRelationships: {
            /** @description The profile of the author. */
            profile: components["schemas"]["ProfileRelationship"];
        };
        /** @description Holds the profile of an author. */
        ProfileRelationship: {
            /** @description The profile. */
            data: components["schemas"]["Profile"];
        };
        /** @description The profile of a registered user. */
        Profile: {
            /**
             * @description The resource type name.
             * @example profiles
             */
            type: string;
            /**
             * @description The id of the profile of the registered user.
             * @example profile-1
             */
            id: string;
            /** @description What describes the user. */
            attributes: components["schemas"]["ProfileAttributes"];
        };
        /** @description The attributes of a profile. */
        ProfileAttributes: {
            /**
             * @description The first name of the user.
             * @example Ada
             */
            first_name: string;
            /**
             * @description The last name of the user.
             * @example Lovelace
             */
            last_name: string;
            /**
             * @description The avatar, a JPG or PNG of at most 5 Mb.
             * @example avatar-1.png
             */
            avatar: string;
            /**
             * @description The international phone code.
             * @example +44
             */
            phone_code: string;
            /**
             * @description The phone number.
             * @example 2079460000
             */
            phone_number: string;
            /**
             * @description Free text: the position in the company, or other information.
             * @example Analyst
             */
            position: string;
            /**
             * @description Date and time of the creation of the user.
             * @example 2023-11-05T10:00:00Z
             */
            created_at: string;
            /**
             * @description Date and time when the profile was changed.
             * @example 2024-02-20T16:45:00Z
             */
            updated_at: string;
        };
        /** @description The body of a 401. */
        UnauthorizedError: {
            /**
             * @description The response status code.
             * @constant
             */
            status: 401;
            /**
             * @description The error code.
             * @constant
             */
            code: 0;
            /**
             * @description The title of the error.
             * @constant
             */
            title: "Unauthorized";
        };
        /** @description The body of a 404. */
        NotFoundError: {
            /**
             * @description The response status code.
             * @constant
             */
            status: 404;
            /**
             * @description The error code.
             * @constant
             */
            code: 404;
            /**
             * @description The title of the error.
             * @constant
             */
            title: "Not Found";
        };
        /** @description The body of a 500, with more specific information about the problem. */
        ServerError: {
            /**
             * @description The identifier of the error.
             * @example {
             *       "value": "error-1"
             *     }
             */
            id: Record<string, unknown>;
            /**
             * @description The type of the error.
             * @constant
             */
            type: "errors";
            /**
             * @description Links that belong to the error.
             * @example [
             *       "https://docs.example.com/errors/500"
             *     ]
             */
            links: string[];
            /**
             * @description The status of the error.
             * @example 500
             */
            status: number;
            /**
             * @description The error code.
             * @example 500
             */
            code: number;
            /**
             * @description The title of the error.
             * @example Internal Server Error
             */
            title: string;
            /**
             * @description The detail of the error.
             * @example The smart contract instance could not be reset.
             */
            detail: string;
            /**
             * @description The source of the error, including the request body and an internal trace.
             * @example {
             *       "request": {},
             *       "trace": "trace-1"
             *     }
             */
            source: Record<string, unknown>;
            /**
             * @description Additional meta information.
             * @example {
             *       "retryable": false
             *     }
             */
            meta: Record<string, unknown>;
        };
    };
    responses: {
        /** @description The request failed authentication. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description The addressed instance is not found. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["NotFoundError"];
            };
        };
        /** @description Something went wrong on the server. The body carries more specific information about the problem. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["ServerError"];
            };
        };
    };
    parameters: {
        /** @description The domain of the tenant, from the tenant's integrations page. Every request carries it. */
        Domain: components["schemas"]["UuidV4"];
        /** @description The workflow instance id. */
        FlowInstanceId: string;
        /** @description The container instance id. */
        ContainerInstanceId: string;
        /** @description The process instance id. */
        ProcessInstanceId: string;
        /** @description The task instance id. The task instance is the smart contract instance to reset. */
        TaskInstanceId: string;
        /** @description The id of the variable cage. */
        VariableCageId: string;
        /**
         * @description The related resources to return together with the cage, as a comma-separated list.
         *     Others are omitted.
         */
        Include: ("author" | "client" | "values")[];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    resetSmartContractInstance: {
        parameters: {
            query?: never;
            header: {
                /** @description The domain of the tenant, from the tenant's integrations page. Every request carries it. */
                "X-Domain": components["parameters"]["Domain"];
            };
            path: {
                /** @description The workflow instance id. */
                flowInstanceId: components["parameters"]["FlowInstanceId"];
                /** @description The container instance id. */
                containerInstanceId: components["parameters"]["ContainerInstanceId"];
                /** @description The process instance id. */
                processInstanceId: components["parameters"]["ProcessInstanceId"];
                /** @description The task instance id. The task instance is the smart contract instance to reset. */
                taskInstanceId: components["parameters"]["TaskInstanceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was received. Its body says whether the request is correct. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["Acknowledge"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["ServerError"];
        };
    };
    getVariablesCage: {
        parameters: {
            query?: {
                /**
                 * @description The related resources to return together with the cage, as a comma-separated list.
                 *     Others are omitted.
                 */
                include?: components["parameters"]["Include"];
            };
            header: {
                /** @description The domain of the tenant, from the tenant's integrations page. Every request carries it. */
                "X-Domain": components["parameters"]["Domain"];
            };
            path: {
                /** @description The id of the variable cage. */
                id: components["parameters"]["VariableCageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The variable cage, with the related resources that `include` asked for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": components["schemas"]["VariableCageDocument"];
                };
            };
            401: components["responses"]["Unauthorized"];
        };
    };
}
